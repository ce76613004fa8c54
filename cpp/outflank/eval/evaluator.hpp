// The one seam for evaluation: a position in, an estimate for the side to move out.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <new>

#include "../board/board.hpp"

namespace outflank {

// What is no function of a position: the legal moves that each side had on the way from the root, both ends
// included.
struct Path {
    int player = 0;
    int opponent = 0;

    // Seen by the other side, after the player had some moves to choose from.
    Path then(int moves) const { return {opponent, player + moves}; }
};

// What a move changes on the board: its square is taken, and some discs flip. A pass changes nothing.
template <class B>
struct Change {
    int square;  // or no_square
    B flipped;

    // The change from a board to one that follows from it.
    static Change between(const Board<B>& before, const Board<B>& after) {
        const B gained = after.opponent & ~before.player;
        const B placed = gained & ~before.opponent;
        return {placed.any() ? placed.first() : no_square, gained & before.opponent};
    }
};

// Every evaluator values a board from scratch. One that can do better from ply to ply also keeps a state of each
// position of the path that a search is on: bytes that it writes and reads as it likes, aligned for any vector. The
// search makes a state at the top of a path and derives the others, each from its parent's and the move.
template <class B>
class Evaluator {
  public:
    virtual ~Evaluator() = default;

    // The value for the player of the board. Must be finite.
    virtual float evaluate(const Board<B>& board, const Path& path) = 0;

    // How large a state is; 0 if there is none.
    virtual std::size_t state_size() const { return 0; }

    // Writes the state of a board.
    virtual void make_state(const Board<B>& /*board*/, std::byte* /*state*/) const {}

    // Writes the state after a move or a pass, for the next player, from the state before it.
    virtual void derive_state(const std::byte* /*parent*/, const Change<B>& /*move*/, std::byte* /*state*/) const {}

    // The same value as `evaluate`, given the state of the board and how many moves its player has.
    virtual float value(const Board<B>& board, const std::byte* /*state*/, int /*moves*/, const Path& path) {
        return evaluate(board, path);
    }

    // Whether the value depends on the path, so that a transposition table would mix things up.
    virtual bool needs_path() const { return false; }

    // Whether threads may ask it side by side.
    virtual bool takes_threads() const { return true; }

    // How many nodes may pass between two looks at the clock.
    virtual int nodes_between_checks() const { return 1024; }
};

// Room for the states of the positions of one path, by ply. Serves one thread.
class States {
  public:
    static constexpr std::size_t alignment = 64;

    States() = default;
    States(std::size_t state_size, std::size_t plies)
        : stride_((state_size + alignment - 1) / alignment * alignment),
          memory_(static_cast<std::byte*>(::operator new(stride_ * plies, std::align_val_t{alignment}))) {}

    std::byte* at(int ply) const {
        assert(memory_ != nullptr && ply >= 0);
        return memory_.get() + static_cast<std::size_t>(ply) * stride_;
    }

  private:
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t{alignment}); }
    };

    std::size_t stride_ = 0;
    std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace outflank
