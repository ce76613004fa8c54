// What the bindings of searches share: tables, the moves to search, and answers.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "../outflank/search/report.hpp"
#include "bindings.hpp"
#include "evaluators.hpp"
#include "exclusive.hpp"

namespace outflank::bindings {

// A table, lent to one search at a time.
template <class Table>
class Shared : public Exclusive<Table> {
  public:
    using Loan = typename Exclusive<Table>::Loan;

    explicit Shared(double megabytes) : Exclusive<Table>(std::make_unique<Table>(bytes(megabytes))) {}

    double megabytes() const { return static_cast<double>((**this).bytes()) / (1 << 20); }

    void grow(double megabytes) {
        const Loan table(*this);
        if (bytes(megabytes) > table->bytes()) *table = Table(bytes(megabytes));
    }

    void clear() { Loan(*this)->clear(); }

  private:
    static std::size_t bytes(double megabytes) {
        if (!(megabytes > 0 && megabytes <= 65536)) {
            throw nb::value_error(("table size " + nb::cast<std::string>(nb::repr(nb::float_(megabytes))) +
                                   ": expected megabytes above 0 and up to 65536")
                                      .c_str());
        }
        return static_cast<std::size_t>(megabytes * (1 << 20));
    }
};

template <class Table>
void bind_table(nb::module_& m, const char* name) {
    using Bound = Shared<Table>;
    nb::class_<Bound>(m, name, "Memory of a search, reused by the next one.")
        .def(nb::init<double>(), nb::arg("megabytes"))
        .def_prop_ro("megabytes", &Bound::megabytes, "The size, a power of two.")
        .def("grow", &Bound::grow, nb::arg("megabytes"), "Forgets everything, to be larger, if it is smaller.")
        .def("clear", &Bound::clear, "Forgets everything.");
}

// Plain answers: moves, floats, and how much they are worth.
template <class B>
nb::object named(int square, const Shape<B>& shape) {
    return nb::borrow(move_object(square == no_square ? pass_index : move_of(shape, square)));
}

template <class B>
nb::tuple named(const std::vector<int>& line, const Shape<B>& shape) {
    nb::list moves;
    for (const int square : line) moves.append(named(square, shape));
    return nb::tuple(moves);
}

template <class B>
nb::dict answer(const Report& report, const Shape<B>& shape) {
    nb::list lines;
    for (const RankedMove& move : report.moves) {
        const bool margin = report.exact || move.value.is_proven();
        nb::dict line;
        line["move"] = named(move.square, shape);
        line["score"] = margin ? static_cast<double>(move.value.margin_below()) : plain(move.value.estimated());
        line["pv"] = named(move.line, shape);
        line["proven"] = report.exact || move.proven;
        lines.append(line);
    }
    nb::dict fields;
    fields["lines"] = lines;
    fields["depth"] = report.depth;
    fields["selectivity"] = report.percent;
    fields["nodes"] = report.nodes;
    fields["time"] = report.time;
    fields["exact"] = report.exact;
    fields["stopped"] = report.stopped;
    fields["interrupted"] = report.interrupted;
    return fields;
}

// The squares of the moves that someone wants searched, or of all legal ones; none when the player must pass.
template <class B>
std::vector<int> squares_to_search(const Board<B>& board, const Shape<B>& shape,
                                   const std::optional<std::vector<nb::object>>& moves) {
    if (is_over(board, shape)) throw nb::value_error("the game is over: there is nothing to search");
    const B legal = legal_moves(board, shape);
    std::vector<int> squares;
    if (!moves) {
        for (const int square : each(legal)) squares.push_back(square);
        return squares;
    }
    for (const nb::object& move : *moves) {
        const int index = move_index(move);
        if (index == pass_index && !legal.any()) continue;
        if (index == pass_index) throw IllegalMoveError("illegal move pass: only legal moves can be searched");
        const int square = checked_square_of(shape, index);
        if (!legal.has(square)) {
            throw IllegalMoveError("illegal move " + move_name(index) + ": only legal moves can be searched");
        }
        if (std::find(squares.begin(), squares.end(), square) == squares.end()) squares.push_back(square);
    }
    if (squares.empty() && legal.any()) throw nb::value_error("no move to search");
    return squares;
}

}  // namespace outflank::bindings
