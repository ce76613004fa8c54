// Where games come to a position, or to one of its mirror images, and what they go on with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "board.hpp"
#include "symmetry.hpp"

namespace outflank {

// A board and which of the two sides is to move: false is the one that moved first.
template <class B>
struct Seen {
    Board<B> board;
    bool second;

    Seen passed() const { return {board.passed(), !second}; }
};

// What a game goes on with, where it is not a square.
inline constexpr std::uint16_t visit_passes = 256;
inline constexpr std::uint16_t visit_ends = 257;
inline constexpr std::uint16_t visit_none = 0xFFFF;

// Looks for one position in games that begin with the same discs.
template <class B>
class Visits {
  public:
    Visits(const Seen<B>& wanted, const Seen<B>& start, const Shape<B>& shape)
        : start_(start), shape_(shape), second_(wanted.second) {
        const int added = wanted.board.occupied().count() - start.board.occupied().count();
        plies_ = added < 0 ? std::optional<std::size_t>() : static_cast<std::size_t>(added);
        squares_.fill(-1);
        for (const int square : each(shape.mask)) squares_[index_of(square)] = static_cast<std::int16_t>(square);
        for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
            Image& image = images_[static_cast<std::size_t>(symmetry)];
            image.board = transformed(wanted.board, symmetry);
            image.occupied = image.board.occupied();
            for (const int square : each(shape.mask))
                image.origin[static_cast<std::size_t>(transformed<B>(square, symmetry))] =
                    static_cast<std::uint8_t>(index_of(square));
        }
    }

    // Of a game, given as 16 * row + column of each disc that is played, passes left out.
    std::uint16_t operator()(std::span<const std::uint8_t> game) const {
        if (!plies_ || game.size() < *plies_ || !fills_the_same(game)) return visit_none;
        const auto reached = played(game.first(*plies_));
        if (!reached) return visit_none;
        const auto rest = game.subspan(*plies_);
        if (const Image* image = found(*reached)) return next(*reached, *image, rest);
        if (rest.empty() || legal_moves(reached->board, shape_).any()) return visit_none;
        const Seen<B> passed = reached->passed();
        const Image* image = found(passed);
        return image == nullptr ? visit_none : next(passed, *image, rest);
    }

  private:
    struct Image {
        Board<B> board;
        B occupied;
        std::array<std::uint8_t, B::squares> origin;  // by square: the one that this is the image of
    };

    std::size_t index_of(int square) const {
        return static_cast<std::size_t>(16 * shape_.row(square) + shape_.column(square));
    }

    // Most games are told apart by which squares are taken, without a look at the colours.
    bool fills_the_same(std::span<const std::uint8_t> game) const {
        B occupied = start_.board.occupied();
        for (const std::uint8_t index : game.first(*plies_)) {
            const int square = squares_[index];
            if (square < 0) return false;
            occupied |= B::of(square);
        }
        for (const Image& image : images_)
            if (image.occupied == occupied) return true;
        return false;
    }

    // After some moves, with the passes that they need; nothing if the rules forbid one.
    std::optional<Seen<B>> played(std::span<const std::uint8_t> game) const {
        Seen<B> seen = start_;
        for (const std::uint8_t index : game) {
            const int square = squares_[index];
            if (!can_play(seen.board, square)) {
                if (legal_moves(seen.board, shape_).any()) return std::nullopt;
                seen = seen.passed();
                if (!can_play(seen.board, square)) return std::nullopt;
            }
            seen = {seen.board.played(square, flips(seen.board, square)), !seen.second};
        }
        return seen;
    }

    bool can_play(const Board<B>& board, int square) const {
        return square >= 0 && !board.occupied().has(square) && flips(board, square).any();
    }

    const Image* found(const Seen<B>& seen) const {
        if (seen.second != second_) return nullptr;
        for (const Image& image : images_)
            if (image.board == seen.board) return &image;
        return nullptr;
    }

    std::uint16_t next(const Seen<B>& seen, const Image& image, std::span<const std::uint8_t> rest) const {
        if (rest.empty()) return visit_ends;
        const int square = squares_[rest.front()];
        if (can_play(seen.board, square)) return image.origin[static_cast<std::size_t>(square)];
        const bool passes = !legal_moves(seen.board, shape_).any() && can_play(seen.board.passed(), square);
        return passes ? visit_passes : visit_ends;
    }

    Seen<B> start_;
    const Shape<B>& shape_;
    bool second_;
    std::optional<std::size_t> plies_;  // from the start to the position; nothing if it cannot be reached
    std::array<std::int16_t, 256> squares_;
    std::array<Image, symmetries> images_;
};

}  // namespace outflank
