// Pattern evaluators, and what learning them takes: games, and positions as bytes for numpy.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "../outflank/board/symmetry.hpp"
#include "../outflank/eval/patterns.hpp"
#include "../outflank/train/selfplay.hpp"
#include "control.hpp"
#include "evaluators.hpp"

namespace outflank::bindings {

namespace {

// Of each pattern its copies, and the orders in which they may be read.
using Given = std::vector<std::pair<std::vector<std::vector<nb::object>>, std::vector<std::vector<int>>>>;

template <class Number>
bool is_distinct(std::vector<Number> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
}

template <class B>
PatternLayout layout_of(const Shape<B>& shape, const Given& given) {
    std::vector<Pattern> patterns;
    for (const auto& [copies, readings] : given) {
        if (copies.empty() || readings.empty()) throw nb::value_error("a pattern has copies, and orders to read them");
        const std::size_t count = readings[0].size();
        if (count == 0 || count > PatternLayout::most_squares) throw nb::value_error("a pattern has 1 to 10 squares");
        for (const std::vector<int>& order : readings) {
            const auto is_place = [&](int place) { return place >= 0 && place < static_cast<int>(count); };
            if (order.size() != count || !is_distinct(order) || !std::all_of(order.begin(), order.end(), is_place)) {
                throw nb::value_error("a pattern is read in an order of all its squares, counted from 0");
            }
        }
        Pattern pattern{{}, readings};
        for (const std::vector<nb::object>& squares : copies) {
            std::vector<int> copy;
            for (const nb::object& square : squares) copy.push_back(checked_square_of(shape, move_index(square)));
            if (copy.size() != count || !is_distinct(copy)) {
                throw nb::value_error("the copies of a pattern have as many squares as are read, none of them twice");
            }
            pattern.copies.push_back(std::move(copy));
        }
        patterns.push_back(std::move(pattern));
    }
    return PatternLayout(patterns);
}

SizedEvaluator pattern_evaluator(int size, const Given& given, nb::bytes weights, const std::vector<int>& phase_of) {
    check_size(size);
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        PatternLayout layout = layout_of(shape, given);
        const std::size_t phase_bytes = static_cast<std::size_t>(layout.stored()) * sizeof(std::int16_t);
        const auto phases = static_cast<int>(weights.size() / phase_bytes);
        if (phases == 0 || weights.size() % phase_bytes != 0) {
            throw nb::value_error(("expected " + std::to_string(layout.stored()) + " weights for each phase").c_str());
        }
        if (static_cast<int>(phase_of.size()) != shape.area + 1 ||
            !std::all_of(phase_of.begin(), phase_of.end(), [&](int phase) { return phase >= 0 && phase < phases; })) {
            throw nb::value_error("expected the number of a phase for each number of discs from none to all squares");
        }
        return SizedEvaluator(
            size, std::unique_ptr<Evaluator<B>>(std::make_unique<Patterns<B>>(
                      shape, std::move(layout), std::string_view(weights.c_str(), weights.size()), phase_of)));
    });
}

int pattern_weights(int size, const Given& given) {
    check_size(size);
    return with_shape(size, [&](const auto& shape) { return layout_of(shape, given).stored(); });
}

// An example as bytes, without gaps: the words of both sides, value, margin, exact.
template <class B>
struct Packed {
    static constexpr std::size_t words = 8 * static_cast<std::size_t>(B::words);
    static constexpr std::size_t size = 2 * words + 8;

    static void write(const Board<B>& board, char* bytes) {
        for (int i = 0; i < B::words; ++i) {
            const std::uint64_t player = board.player.word_at(i);
            const std::uint64_t opponent = board.opponent.word_at(i);
            std::memcpy(bytes + 8 * i, &player, 8);
            std::memcpy(bytes + words + 8 * i, &opponent, 8);
        }
    }

    static void append(const Example<B>& example, std::vector<char>& out) {
        char bytes[size];
        write(example.board, bytes);
        std::memcpy(bytes + 2 * words, &example.value, 4);
        std::memcpy(bytes + 2 * words + 4, &example.margin, 2);
        std::memcpy(bytes + 2 * words + 6, &example.exact, 2);
        out.insert(out.end(), bytes, bytes + size);
    }

    static Board<B> board(const char* bytes, const Shape<B>& shape) {
        Board<B> found;
        static_assert(sizeof found == 2 * words);
        std::memcpy(&found, bytes, sizeof found);
        found.player &= shape.mask;
        found.opponent &= shape.mask & ~found.player;
        return found;
    }
};

template <class B, class Each>
void each_board(const nb::bytes& examples, const Shape<B>& shape, Each f) {
    if (examples.size() % Packed<B>::size != 0) throw nb::value_error("the examples are not whole");
    const char* const bytes = examples.c_str();
    repeat_without_lock(examples.size() / Packed<B>::size,
                        [&](std::uint64_t i) { f(Packed<B>::board(bytes + i * Packed<B>::size, shape)); });
}

nb::bytes pattern_entries(int size, const Given& given, nb::bytes examples) {
    check_size(size);
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        const PatternLayout layout = layout_of(shape, given);
        std::vector<int> found;
        found.reserve(examples.size() / Packed<B>::size * (layout.copies().size() + 3));
        each_board(examples, shape, [&](const Board<B>& board) { add_entries(shape, layout, board, found); });
        return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(int));
    });
}

nb::bytes canonical_examples(int size, nb::bytes examples) {
    check_size(size);
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        std::vector<char> found(examples.c_str(), examples.c_str() + examples.size());
        char* at = found.data();
        each_board(examples, shape, [&](const Board<B>& board) {
            Packed<B>::write(canonical(board, shape), at);
            at += Packed<B>::size;
        });
        return nb::bytes(found.data(), found.size());
    });
}

nb::bytes evaluations(const SizedEvaluator& evaluator, nb::bytes examples) {
    if (evaluator.function.is_valid()) throw nb::value_error("expected a native evaluator");
    return with_shape(evaluator.size(), [&]<class B>(const Shape<B>& shape) {
        std::vector<float> found;
        each_board(examples, shape,
                   [&](const Board<B>& board) { found.push_back(evaluator.get<B>().evaluate(board)); });
        return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(float));
    });
}

nb::bytes self_play(const SizedEvaluator& evaluator, const SizedEvaluator& ordering_evaluator, int games,
                    std::uint64_t seed, std::pair<int, int> random, double slips, int depth, int exact_from,
                    nb::object stop) {
    const int size = evaluator.size();
    if (ordering_evaluator.size() != size) throw nb::value_error("both evaluators must be of one size");
    if (evaluator.function.is_valid()) throw nb::value_error("expected a native evaluator");
    if (games < 0) throw nb::value_error("expected no fewer than 0 games");
    const int most = size * size - 5;
    if (random.first < 0 || random.first > random.second || random.second > most) {
        throw nb::value_error(("expected a range of random plies within 0 to " + std::to_string(most)).c_str());
    }
    if (!(slips >= 0 && slips <= 1)) throw nb::value_error("expected a share of slips from 0 to 1");
    if (depth < 1 || exact_from < 0) throw nb::value_error("expected a depth above 0, and no less than 0 to solve");
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        std::vector<char> packed;
        PythonControl control({}, 1 << 16, stop);
        without_lock([&] {
            SelfPlay<B> play(shape, evaluator.get<B>(), ordering_evaluator.get<B>(),
                             {random.first, random.second, static_cast<int>(1000 * slips), depth, exact_from}, seed);
            std::vector<Example<B>> examples;
            try {
                for (int game = 0; game < games; ++game) {
                    examples.clear();
                    play.play(examples, control);
                    for (const Example<B>& example : examples) Packed<B>::append(example, packed);
                }
            } catch (const Stopped& stopped) {
                if (stopped.interrupted) throw;  // those whose stop event is set get the games so far
            }
        });
        return nb::bytes(packed.data(), packed.size());
    });
}

}  // namespace

void bind_learning(nb::module_& m) {
    m.def("pattern_evaluator", &pattern_evaluator, nb::arg("size"), nb::arg("patterns"), nb::arg("weights"),
          nb::arg("phase_of"),
          nb::sig("def pattern_evaluator(size: int, patterns: Sequence[tuple[Sequence[Sequence[Move | str]], "
                  "Sequence[Sequence[int]]]], weights: bytes, phase_of: Sequence[int]) -> Evaluator"),
          R"(Adds up weights of what lies on sets of squares, in discs.

A pattern is its copies, with their squares in the same order, and the orders in which they may as well be
read. The weights of a phase, 16-bit numbers in 128ths of a disc, are as many as `pattern_weights` says;
`phase_of` is the phase by discs on the board. Raises ValueError for what does not fit.)");
    m.def("pattern_weights", &pattern_weights, nb::arg("size"), nb::arg("patterns"),
          nb::sig("def pattern_weights(size: int, patterns: Sequence[tuple[Sequence[Sequence[Move | str]], "
                  "Sequence[Sequence[int]]]]) -> int"),
          R"(How many weights a phase has.

Those of each pattern, one for configurations that are readings of each other; 64 for the moves that the
player has, from none to 63 or more; 64 for the opponent's; two, for an even and an odd number of empty squares.)");
    m.def("pattern_entries", &pattern_entries, nb::arg("size"), nb::arg("patterns"), nb::arg("examples"),
          nb::sig("def pattern_entries(size: int, patterns: Sequence[tuple[Sequence[Sequence[Move | str]], "
                  "Sequence[Sequence[int]]]], examples: bytes) -> bytes"),
          "Of each example, as 32-bit numbers, which weights of a phase count: one for each copy, then three.");
    m.def("canonical_examples", &canonical_examples, nb::arg("size"), nb::arg("examples"),
          nb::sig("def canonical_examples(size: int, examples: bytes) -> bytes"),
          "The examples, each with that board which stands for all eight that are symmetric to it.");
    m.def("evaluations", &evaluations, nb::arg("evaluator"), nb::arg("examples"),
          nb::sig("def evaluations(evaluator: Evaluator, examples: bytes) -> bytes"),
          "Of each example the evaluator's value, as 32-bit floats.");
    m.def("self_play", &self_play, nb::arg("evaluator"), nb::arg("ordering_evaluator"), nb::kw_only(), nb::arg("games"),
          nb::arg("seed"), nb::arg("random"), nb::arg("slips") = 0.0, nb::arg("depth"), nb::arg("exact_from"),
          nb::arg("stop") = nb::none(),
          nb::sig("def self_play(evaluator: Evaluator, ordering_evaluator: Evaluator, *, games: int, seed: int, "
                  "random: tuple[int, int], slips: float = 0, depth: int, exact_from: int, stop: object | None = None) "
                  "-> bytes"),
          R"(Plays games that begin with random plies, and returns their other positions as examples.

Of the moves after those, a share of slips is played at random too. An example is the words of the player's
discs and of the opponent's, the value of the search (float), the final margin and whether both are exact
(16 bits each).)");
}

}  // namespace outflank::bindings
