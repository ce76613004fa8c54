// What a selective search adds: cuts by shallower searches, and exact endings below a search to the end.
#include <cassert>

#include "search.hpp"

namespace outflank {

// ProbCut: the bound that a shallower search makes likely, with this search's window moved by the expected error.
template <class B>
std::optional<Value> Search<B>::prob_cut(const Board<B>& board, int depth, int moves, Value alpha, const Node& node) {
    assert(depth >= probcut_from && node.mode.confidence < certain && settings_.errors);
    if (node.mode.probing || (alpha.is_proven() && !node.mode.to_the_end)) return std::nullopt;
    const int empties = board.empties(shape_).count();
    const int shallow = probe_depth(depth);
    const float error = settings_.errors->deviation(empties, depth, shallow);
    const float margin = confidences[static_cast<std::size_t>(node.mode.confidence)].deviations * error;
    const float gate = (settings_.errors->deviation(empties, depth, 0) + error) / 2;
    const float low = alpha.in_discs();
    const float high = alpha.next().in_discs();
    const float value = evaluate(board, moves, node);

    Node probe = node;
    probe.mode = {.confidence = node.mode.confidence, .probing = true};
    if (value >= high - gate) {
        const Value wanted = Value::estimate(high + margin);
        if (search_node(board, shallow, wanted.previous(), wanted, probe) >= wanted) return alpha.next();
    }
    if (value <= low + gate) {
        const Value wanted = Value::estimate(low - margin);
        if (search_node(board, shallow, wanted, wanted.next(), probe) <= wanted) return alpha;
    }
    return std::nullopt;
}

// The value of a position with few empty squares in a search to the end, by the exact search.
template <class B>
Value Search<B>::solved(const Board<B>& board, int empties, Value alpha, Value beta) {
    assert(empties == board.empties(shape_).count());
    return Value::margin(solver_->margin(board, empties, alpha.margin_below(), beta.margin_above()));
}

template std::optional<Value> Search<Bits64>::prob_cut(const Board<Bits64>&, int, int, Value, const Node&);
template std::optional<Value> Search<Bits256>::prob_cut(const Board<Bits256>&, int, int, Value, const Node&);
template Value Search<Bits64>::solved(const Board<Bits64>&, int, Value, Value);
template Value Search<Bits256>::solved(const Board<Bits256>&, int, Value, Value);

}  // namespace outflank
