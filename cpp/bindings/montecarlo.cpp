// Monte Carlo: playouts and the tree. The lock is released while they run.
#include <nanobind/stl/optional.h>

#include <memory>
#include <new>
#include <optional>

#include "../outflank/montecarlo/tree.hpp"
#include "control.hpp"
#include "exclusive.hpp"

namespace outflank::bindings {

namespace {

constexpr std::uint64_t playouts_between_checks = 4;  // one takes long beside a look at the clock

struct TooLarge : std::bad_alloc {
    const char* what() const noexcept override {
        return "there is not enough memory for the tree: expected fewer megabytes";
    }
};

// A tree that makes itself anew for a board of another size.
class SizedTree {
  public:
    SizedTree(const TreeSettings& settings, Random random) : settings_(settings), random_(random) {}

    template <class B, class Progress>
    TreeReport run(const Board<B>& board, const Shape<B>& shape, Control& control, const Progress& progress) {
        std::optional<Tree<B>>& tree = this->tree<B>();
        if (!tree || tree->shape().size != shape.size) {
            clear();
            tree.emplace(shape, settings_);
        }
        try {
            return tree->run(board, control, random_, progress);
        } catch (const std::bad_alloc&) {
            clear();
            throw TooLarge();
        }
    }

    void clear() {
        small_.reset();
        large_.reset();
    }

    std::unique_ptr<SizedTree> anew() const { return std::make_unique<SizedTree>(settings_, random_); }

  private:
    template <class B>
    std::optional<Tree<B>>& tree() {
        if constexpr (B::width == Bits64::width) {
            return small_;
        } else {
            return large_;
        }
    }

    TreeSettings settings_;
    Random random_;
    std::optional<Tree<Bits64>> small_;
    std::optional<Tree<Bits256>> large_;
};

// One tree, lent to one search at a time.
class MonteCarloTree : public Exclusive<SizedTree> {
  public:
    using Exclusive::Exclusive;

    void clear() { Loan(*this)->clear(); }
};

template <class B>
nb::dict answer(const TreeReport& report, const Shape<B>& shape) {
    const auto move = [&](int square) {
        return nb::borrow(move_object(square < 0 ? pass_index : move_of(shape, square)));
    };
    nb::list moves;
    for (const Tally& tally : report.moves) {
        const int proof = static_cast<int>(tally.proof);
        const nb::object result = proof == 0 ? nb::none() : nb::object(nb::float_((proof - 1) / 2.0));
        moves.append(nb::make_tuple(move(tally.square), tally.visits, tally.mean, result));
    }
    nb::list line;
    for (const int square : report.line) line.append(move(square));
    nb::dict fields;
    fields["moves"] = moves;
    fields["pv"] = nb::tuple(line);
    fields["playouts"] = report.playouts;
    fields["time"] = report.time;
    fields["interrupted"] = report.interrupted;
    return fields;
}

nb::dict search(const Position& position, MonteCarloTree& shared, const Limits& limits, nb::object stop,
                nb::object progress) {
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        if (is_over(board, shape)) throw nb::value_error("the game is over: there is nothing to search");
        const MonteCarloTree::Loan tree(shared, stop);
        PythonControl control(limits, playouts_between_checks, stop);
        const TreeReport report = without_lock([&] {
            return tree->run(board, shape, control, [&](const TreeReport& so_far) {
                control.report(progress, [&] { return answer(so_far, shape); });
            });
        });
        return answer(report, shape);
    });
}

// How many of some playouts the side to move wins, draws and loses, and its mean margin.
nb::tuple playouts(const Position& position, std::uint64_t games, std::uint64_t seed, bool guided) {
    std::uint64_t results[3] = {};  // lost, drawn, won
    std::int64_t margins = 0;
    position.visit([&](const auto& board, const auto& shape) {
        Random random(seed);
        repeat_without_lock(games, [&](std::uint64_t) {
            const int margin = playout(board, shape, guided ? Policy::guided : Policy::uniform, random);
            ++results[1 + (margin > 0) - (margin < 0)];
            margins += margin;
        });
    });
    const std::uint64_t played = results[0] + results[1] + results[2];
    const double mean = played == 0 ? 0 : static_cast<double>(margins) / static_cast<double>(played);
    return nb::make_tuple(results[2], results[1], results[0], mean);
}

}  // namespace

void bind_montecarlo(nb::module_& m) {
    nb::class_<MonteCarloTree>(m, "MonteCarloTree", "What playouts have shown, kept for the next search.")
        .def(
            "__init__",
            [](MonteCarloTree* self, double exploration, bool guided, bool flat, double megabytes, std::uint64_t seed) {
                TreeSettings settings;
                settings.exploration = static_cast<float>(exploration);
                settings.policy = guided ? Policy::guided : Policy::uniform;
                settings.flat = flat;
                settings.memory = static_cast<std::size_t>(megabytes * (1 << 20));
                new (self) MonteCarloTree(std::make_unique<SizedTree>(settings, Random(seed)));
            },
            nb::kw_only(), nb::arg("exploration"), nb::arg("guided"), nb::arg("flat"), nb::arg("memory"),
            nb::arg("seed"))
        .def(
            "search",
            [](MonteCarloTree& self, const Position& position, std::optional<std::uint64_t> most,
               std::optional<double> time, nb::object stop, nb::object progress) {
                Limits limits;
                if (most) limits.nodes = *most;
                if (time) limits.time = *time;
                return search(position, self, limits, std::move(stop), std::move(progress));
            },
            nb::arg("position"), nb::kw_only(), nb::arg("playouts") = nb::none(), nb::arg("time") = nb::none(),
            nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none(),
            nb::sig("def search(self, position: Position, *, playouts: int | None = None, time: float | None = None, "
                    "stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) "
                    "-> dict[str, Any]"),
            "Plays until a limit is reached or the result is proven; see outflank.MonteCarlo.")
        .def("clear", &MonteCarloTree::clear, "Forgets everything.");

    m.def("playouts", &playouts, nb::arg("position"), nb::arg("games"), nb::kw_only(), nb::arg("seed"),
          nb::arg("guided"),
          nb::sig("def playouts(position: Position, games: int, *, seed: int, guided: bool) "
                  "-> tuple[int, int, int, float]"),
          "Games played to the end by lot: won, drawn and lost by the side to move, and its mean margin in discs.");
}

}  // namespace outflank::bindings
