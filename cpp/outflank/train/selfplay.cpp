#include "selfplay.hpp"

#include <algorithm>

namespace outflank {

namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 20;

// The control of a part of the work, that ends when the whole does.
class Part : public Control {
  public:
    Part(const Limits& limits, Control& whole) : Control(limits, interval), whole_(whole) {}
    ~Part() override { whole_.add(nodes()); }

  private:
    static constexpr int interval = 1 << 16;

    void listen() override { whole_.poll(); }

    Control& whole_;
};

// Stands in `exact` while a game goes on, where a side passed: so the sides take turns.
constexpr std::int16_t passed = -1;

template <class B>
Board<B> start(const Shape<B>& shape) {
    const int before = shape.size / 2 - 1;
    const int after = before + 1;
    return {B::of(shape.square(after, before)) | B::of(shape.square(before, after)),
            B::of(shape.square(before, before)) | B::of(shape.square(after, after))};
}

}  // namespace

template <class B>
SelfPlay<B>::SelfPlay(const Shape<B>& shape, Evaluator<B>& evaluator, Evaluator<B>& ordering_evaluator,
                      const SelfPlaySettings& settings, std::uint64_t seed)
    : shape_(shape),
      evaluator_(evaluator),
      ordering_evaluator_(ordering_evaluator),
      settings_(settings),
      random_(seed),
      table_(table_bytes) {}

template <class B>
void SelfPlay<B>::play(std::vector<Example<B>>& examples, Control& control) {
    Board<B> board = opening(control);
    const std::size_t first = examples.size();
    int margin = 0;
    while (true) {
        if (is_over(board, shape_)) {
            margin = final_margin(board, shape_);
            break;
        }
        if (!legal_moves(board, shape_).any()) {
            examples.push_back({board, 0, 0, passed});
            board = board.passed();
            continue;
        }
        if (board.empties(shape_).count() <= settings_.exact_from) {
            margin = solve(board, examples, control);
            break;
        }
        Limits limits;
        limits.depth = settings_.depth;
        Part part(limits, control);
        const Report report = Search<B>(shape_, evaluator_, &table_, part, {}, &ordering_evaluator_)
                                  .run(board, shape_.mask, [](const Report&) {});
        if (report.stopped) throw Stopped{report.interrupted};
        const RankedMove& best = report.best();
        examples.push_back({board, best.value.in_discs(), 0, 0});
        const bool slips = random_.below(1000) < settings_.slips;
        const int square = slips ? any_of(legal_moves(board, shape_)) : best.square;
        board = board.played(square, flips(board, square));
    }
    // `margin` is for the player of `board`, whose position comes after the last example.
    std::size_t last = examples.size();
    while (last > first && examples[last - 1].exact == 1) --last;
    for (std::size_t i = last; i > first; --i) {
        margin = -margin;
        examples[i - 1].margin = static_cast<std::int16_t>(margin);
    }
    std::erase_if(examples, [](const Example<B>& example) { return example.exact == passed; });
}

template <class B>
int SelfPlay<B>::any_of(const B& moves) {
    return moves.nth(random_.below(moves.count()));
}

// A position after a number of random plies, whose game is not over.
template <class B>
Board<B> SelfPlay<B>::opening(Control& control) {
    while (true) {
        control.poll();
        Board<B> board = start(shape_);
        int plies = settings_.random_least + random_.below(settings_.random_most - settings_.random_least + 1);
        while (!is_over(board, shape_)) {
            const B moves = legal_moves(board, shape_);
            if (!moves.any()) {
                board = board.passed();
                continue;
            }
            if (plies-- == 0) return board;
            const int square = any_of(moves);
            board = board.played(square, flips(board, square));
        }
    }
}

// The margin with best play; adds the positions of a line that keeps it.
template <class B>
int SelfPlay<B>::solve(const Board<B>& board, std::vector<Example<B>>& examples, Control& control) {
    Part part(Limits{}, control);
    Solver<B> solver(shape_, table_, part, &ordering_evaluator_);
    table_.next_generation();
    solver.run(board, {}, -shape_.area, shape_.area, false, [](const Proof&) {});
    const Proof proof = solver.proof();
    Board<B> at = board;
    int margin = proof.bounds.lower;
    for (const int square : proof.line) {
        if (square == no_square) {
            at = at.passed();
        } else {
            examples.push_back({at, static_cast<float>(margin), static_cast<std::int16_t>(margin), 1});
            at = at.played(square, flips(at, square));
        }
        margin = -margin;
    }
    return proof.bounds.lower;
}

template class SelfPlay<Bits64>;
template class SelfPlay<Bits256>;

}  // namespace outflank
