// Pattern evaluators, and what learning them takes: games, and positions as bytes for numpy.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "../outflank/eval/patterns.hpp"
#include "../outflank/train/selfplay.hpp"
#include "control.hpp"
#include "evaluators.hpp"

namespace outflank::bindings {

namespace {

using Given = std::vector<std::pair<std::vector<nb::object>, int>>;

int power_of_three(std::size_t n) {
    int power = 1;
    for (std::size_t i = 0; i < n; ++i) power *= 3;
    return power;
}

template <class B>
std::vector<Pattern> patterns_of(const Shape<B>& shape, const Given& given, int entries) {
    const int moves = entries - 2 * (PatternWeights::most_moves + 1);
    std::vector<Pattern> patterns;
    for (const auto& [squares, first] : given) {
        if (squares.empty() || squares.size() > 10) throw nb::value_error("a pattern has one to ten squares");
        Pattern pattern{{}, first};
        for (const nb::object& square : squares) {
            pattern.squares.push_back(checked_square_of(shape, move_index(square)));
        }
        auto sorted = pattern.squares;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
            throw nb::value_error("a pattern has the same square twice");
        }
        if (first < 0 || first + power_of_three(squares.size()) > moves) {
            throw nb::value_error("the weights of a pattern lie outside those of a phase");
        }
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

SizedEvaluator pattern_evaluator(int size, const Given& given, nb::bytes weights, int entries,
                                 std::vector<int> phase_of) {
    check_size(size);
    if (entries <= 2 * (PatternWeights::most_moves + 1)) throw nb::value_error("too few entries");
    const std::size_t phase_bytes = static_cast<std::size_t>(entries) * sizeof(std::int16_t);
    const auto phases = static_cast<int>(weights.size() / phase_bytes);
    if (phases == 0 || weights.size() % phase_bytes != 0) throw nb::value_error("the weights are not whole phases");
    if (static_cast<int>(phase_of.size()) != size * size + 1 ||
        !std::all_of(phase_of.begin(), phase_of.end(), [&](int phase) { return phase >= 0 && phase < phases; })) {
        throw nb::value_error("expected the number of a phase for each number of discs from none to all squares");
    }
    PatternWeights made{{}, entries, std::move(phase_of)};
    made.values.resize(weights.size() / sizeof(std::int16_t));
    std::memcpy(made.values.data(), weights.c_str(), weights.size());
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        return SizedEvaluator(size, std::unique_ptr<Evaluator<B>>(std::make_unique<Patterns<B>>(
                                        shape, patterns_of(shape, given, entries), std::move(made))));
    });
}

// An example as bytes, without gaps: the words of both sides, value, margin, exact.
template <class B>
struct Packed {
    static constexpr std::size_t words = 8 * static_cast<std::size_t>(B::words);
    static constexpr std::size_t size = 2 * words + 8;

    static void write(const Example<B>& example, std::vector<char>& out) {
        char bytes[size];
        for (int i = 0; i < B::words; ++i) {
            const std::uint64_t player = example.board.player.word_at(i);
            const std::uint64_t opponent = example.board.opponent.word_at(i);
            std::memcpy(bytes + 8 * i, &player, 8);
            std::memcpy(bytes + words + 8 * i, &opponent, 8);
        }
        std::memcpy(bytes + 2 * words, &example.value, 4);
        std::memcpy(bytes + 2 * words + 4, &example.margin, 2);
        std::memcpy(bytes + 2 * words + 6, &example.exact, 2);
        out.insert(out.end(), bytes, bytes + size);
    }

    static Board<B> board(const char* bytes, const Shape<B>& shape) {
        Board<B> found{};
        for (const int square : each(shape.mask)) {
            const auto has = [&](const char* side) { return side[square / 8] >> square % 8 & 1; };
            if (has(bytes)) {
                found.player |= B::of(square);
            } else if (has(bytes + words)) {
                found.opponent |= B::of(square);
            }
        }
        return found;
    }
};

template <class B, class Each>
void each_board(const nb::bytes& examples, const Shape<B>& shape, Each f) {
    if (examples.size() % Packed<B>::size != 0) throw nb::value_error("the examples are not whole");
    const char* const begin = examples.c_str();
    const char* const end = begin + examples.size();
    const nb::gil_scoped_release unlocked;
    for (const char* at = begin; at != end; at += Packed<B>::size) f(Packed<B>::board(at, shape));
}

nb::bytes pattern_entries(int size, const Given& given, int entries, nb::bytes examples) {
    check_size(size);
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        const Patterns<B> patterns(shape, patterns_of(shape, given, entries),
                                   {{}, entries, std::vector<int>(static_cast<std::size_t>(shape.area) + 1)});
        std::vector<int> found;
        found.reserve(examples.size() / Packed<B>::size * (given.size() + 2));
        each_board(examples, shape, [&](const Board<B>& board) { patterns.entries(board, found); });
        return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(int));
    });
}

nb::bytes evaluations(const SizedEvaluator& evaluator, nb::bytes examples) {
    if (evaluator.function.is_valid()) throw nb::value_error("expected a native evaluator");
    return with_shape(evaluator.size(), [&]<class B>(const Shape<B>& shape) {
        std::vector<float> found;
        each_board(examples, shape, [&](const Board<B>& board) {
            found.push_back(evaluator.get<B>().evaluate(board, {legal_moves(board, shape).count(), 0}));
        });
        return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(float));
    });
}

nb::bytes self_play(const SizedEvaluator& evaluator, const SizedEvaluator& adviser, int games, std::uint64_t seed,
                    std::pair<int, int> random, int depth, int exact_from, nb::object stop) {
    const int size = evaluator.size();
    if (adviser.size() != size) throw nb::value_error("both evaluators must be of one size");
    if (evaluator.function.is_valid()) throw nb::value_error("expected a native evaluator");
    const int most = size * size - 5;
    if (random.first < 0 || random.first > random.second || random.second > most) {
        throw nb::value_error(("expected a range of random plies within 0 to " + std::to_string(most)).c_str());
    }
    if (depth < 1 || exact_from < 0) throw nb::value_error("expected a depth above 0, and no less than 0 to solve");
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        std::vector<char> packed;
        {
            PythonControl control({}, 1 << 16, stop);
            const nb::gil_scoped_release unlocked;
            SelfPlay<B> play(shape, evaluator.get<B>(), adviser.get<B>(),
                             {random.first, random.second, depth, exact_from}, seed);
            std::vector<Example<B>> examples;
            try {
                for (int game = 0; game < games; ++game) {
                    examples.clear();
                    play.play(examples, control);
                    for (const Example<B>& example : examples) Packed<B>::write(example, packed);
                }
            } catch (const Stopped& stopped) {
                if (stopped.interrupted) {
                    const nb::gil_scoped_acquire locked;
                    PyErr_SetNone(PyExc_KeyboardInterrupt);
                    throw nb::python_error();
                }
            }
        }
        return nb::bytes(packed.data(), packed.size());
    });
}

}  // namespace

void bind_learning(nb::module_& m) {
    m.def("pattern_evaluator", &pattern_evaluator, nb::arg("size"), nb::arg("patterns"), nb::arg("weights"),
          nb::arg("entries"), nb::arg("phase_of"),
          nb::sig("def pattern_evaluator(size: int, patterns: Sequence[tuple[Sequence[Move | str], int]], "
                  "weights: bytes, entries: int, phase_of: Sequence[int]) -> Evaluator"),
          R"(Adds up weights of what lies on sets of squares.

A pattern is its squares and the place of its first weight; a phase has so many entries, 16-bit numbers in
128ths of a disc, the last 128 of them for the moves that both sides have. Raises ValueError for what does
not fit.)");
    m.def("pattern_entries", &pattern_entries, nb::arg("size"), nb::arg("patterns"), nb::arg("entries"),
          nb::arg("examples"),
          nb::sig("def pattern_entries(size: int, patterns: Sequence[tuple[Sequence[Move | str], int]], entries: int, "
                  "examples: bytes) -> bytes"),
          "Of each example, as 32-bit numbers, which weights of a phase count: one a pattern, then two of moves.");
    m.def("evaluations", &evaluations, nb::arg("evaluator"), nb::arg("examples"),
          nb::sig("def evaluations(evaluator: Evaluator, examples: bytes) -> bytes"),
          "Of each example the evaluator's value, as 32-bit floats.");
    m.def("self_play", &self_play, nb::arg("evaluator"), nb::arg("adviser"), nb::kw_only(), nb::arg("games"),
          nb::arg("seed"), nb::arg("random"), nb::arg("depth"), nb::arg("exact_from"), nb::arg("stop") = nb::none(),
          nb::sig("def self_play(evaluator: Evaluator, adviser: Evaluator, *, games: int, seed: int, "
                  "random: tuple[int, int], depth: int, exact_from: int, stop: object | None = None) -> bytes"),
          R"(Plays games that begin with random plies, and returns their other positions as examples.

An example is the words of the player's discs and of the opponent's, the value of the search (float), the
final margin and whether both are exact (16 bits each).)");
}

}  // namespace outflank::bindings
