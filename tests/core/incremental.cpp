// A toy evaluator whose state is a sum that each move updates, searched in both frames: every value that the search
// asks for must be the one from scratch, and the search must be that of the same evaluator without a state.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "midgame/search.hpp"

namespace outflank {
namespace {

// The squares' values of the player's discs, less those of the opponent's.
template <class B>
class SquareSum : public Evaluator<B> {
  public:
    std::atomic<int> valued = 0;

    float evaluate(const Board<B>& board, const Path&) override {
        ++valued;
        return static_cast<float>(sum(board));
    }

    static int sum(const Board<B>& board) {
        int found = 0;
        for (const int square : each(board.player)) found += worth(square);
        for (const int square : each(board.opponent)) found -= worth(square);
        return found;
    }

    static int worth(int square) { return square * 37 % 11 - 3; }
};

template <class B>
class IncrementalSum : public SquareSum<B> {
  public:
    mutable std::atomic<int> made = 0;
    mutable std::atomic<int> derived = 0;
    mutable std::atomic<int> passed = 0;

    std::size_t state_size() const override { return sizeof(int); }

    void make_state(const Board<B>& board, std::byte* state) const override {
        ++made;
        write(state, SquareSum<B>::sum(board));
    }

    void derive_state(const std::byte* parent, const Change<B>& move, std::byte* state) const override {
        ++derived;
        int sum = read(parent);
        if (move.square == no_square) {
            ++passed;
        } else {
            sum += SquareSum<B>::worth(move.square);
        }
        for (const int square : each(move.flipped)) sum += 2 * SquareSum<B>::worth(square);
        write(state, -sum);
    }

    float value(const Board<B>& board, const std::byte* state, int, const Path& path) override {
        const auto found = static_cast<float>(read(state));
        if (found != this->evaluate(board, path)) {
            std::puts("a state is not its board's");
            std::exit(1);
        }
        return found;
    }

  private:
    static int read(const std::byte* state) {
        int sum;
        std::memcpy(&sum, state, sizeof sum);
        return sum;
    }
    static void write(std::byte* state, int sum) { std::memcpy(state, &sum, sizeof sum); }
};

template <class B>
Report searched(const Shape<B>& shape, const Board<B>& board, Evaluator<B>& evaluator, int depth, int threads) {
    Settings settings;
    settings.errors = ErrorModel{1.0, 0, 0, 0, 0};  // 2.7 discs
    settings.confidence = 0;
    settings.threads = threads;
    Table table(std::size_t{1} << 20);
    Control control({.depth = depth}, 1024);
    return Search<B>(shape, evaluator, &table, control, settings).run(board, shape.mask, [](const Report&) {});
}

// A position after so many moves: always the last legal one in board order, which leads to passes too.
template <class B>
Board<B> position(const Shape<B>& shape, int moves) {
    const int middle = shape.size / 2;
    const auto at = [&](int column, int row) { return B::of(shape.square(column, row)); };
    Board<B> board{at(middle, middle - 1) | at(middle - 1, middle), at(middle, middle) | at(middle - 1, middle - 1)};
    for (int i = 0; i < moves && !is_over(board, shape); ++i) {
        if (!legal_moves(board, shape).any()) board = board.passed();
        const B legal = legal_moves(board, shape);
        const int square = legal.nth(legal.count() - 1);
        board = board.played(square, flips(board, square));
    }
    return board;
}

// Prints size, moves, and by plain and incremental sums: nodes, value and values asked for; then the states made and
// derived, and of those after a pass.
template <class B>
void search_both(int size, int moves, int depth) {
    const Shape<B>& shape = Shape<B>::of_size(size);
    const Board<B> board = position(shape, moves);
    SquareSum<B> plain;
    IncrementalSum<B> incremental;
    const Report expected = searched(shape, board, plain, depth, 1);
    const Report found = searched(shape, board, incremental, depth, 1);
    const int valued = incremental.valued;
    searched(shape, board, incremental, depth, 3);
    std::printf("%d %d %llu %llu %d %d %d %d %d %d %d\n", size, moves, static_cast<unsigned long long>(expected.nodes),
                static_cast<unsigned long long>(found.nodes), expected.best().value.bits(), found.best().value.bits(),
                plain.valued.load(), valued, incremental.made.load(), incremental.derived.load(),
                incremental.passed.load());
}

}  // namespace
}  // namespace outflank

int main() {
    using namespace outflank;
    for (const int moves : {0, 10, 20, 35, 48}) search_both<Bits64>(8, moves, 8);
    for (const int moves : {12, 20}) search_both<Bits64>(6, moves, 9);
    for (const int moves : {10, 60}) search_both<Bits256>(10, moves, 6);
}
