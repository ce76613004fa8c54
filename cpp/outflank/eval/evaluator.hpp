// The one seam for evaluation: a position in, an estimate for the side to move out.
#pragma once

#include <memory>

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

// Values the boards after the moves of one board, which may take less work than each alone. Serves one thread.
template <class B>
class Siblings {
  public:
    virtual ~Siblings() = default;

    // From now on for the moves of this board.
    virtual void begin(const Board<B>& parent) = 0;

    // For the player of the board after the move to a square, who has so many moves.
    virtual float evaluate(const Board<B>& next, int square, int moves, const Path& path) = 0;
};

template <class B>
class Evaluator {
  public:
    virtual ~Evaluator() = default;

    // For the player of the board. Must be finite.
    virtual float evaluate(const Board<B>& board, const Path& path) = 0;

    // The same values; it may not outlive this evaluator.
    virtual std::unique_ptr<Siblings<B>> siblings() { return std::make_unique<Alone>(*this); }

    // Whether the value depends on the path, so that a transposition table would mix things up.
    virtual bool needs_path() const { return false; }

    // Whether threads may ask it side by side.
    virtual bool takes_threads() const { return true; }

    // How many nodes may pass between two looks at the clock.
    virtual int nodes_between_checks() const { return 1024; }

  private:
    class Alone : public Siblings<B> {
      public:
        explicit Alone(Evaluator& evaluator) : evaluator_(evaluator) {}
        void begin(const Board<B>&) override {}
        float evaluate(const Board<B>& next, int, int, const Path& path) override {
            return evaluator_.evaluate(next, path);
        }

      private:
        Evaluator& evaluator_;
    };
};

}  // namespace outflank
