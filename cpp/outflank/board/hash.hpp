// The hash of a position: 128 bits from multiplications, the same on every processor.
#pragma once

#include "board.hpp"

namespace outflank {

// Two independent halves: one chooses the place in a table, the other tells positions apart there.
struct Key {
    std::uint64_t place;
    std::uint64_t check;
};

// The two halves of a 128-bit product, folded: one multiplication mixes two words (as in wyhash).
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
    __extension__ typedef unsigned __int128 Product;
    const Product product = static_cast<Product>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <class B>
Key hash(const Board<B>& board, const Shape<B>& shape) {
    const auto size = static_cast<std::uint64_t>(shape.size);
    std::uint64_t place = 0x9E3779B97F4A7C15 * size;
    std::uint64_t check = 0xD1B54A32D192ED03 * size;
    for (int i = 0; i < B::words; ++i) {
        const std::uint64_t player = board.player.word_at(i);
        const std::uint64_t opponent = board.opponent.word_at(i);
        place = folded_product(place ^ player ^ 0xA0761D6478BD642F, opponent ^ 0xE7037ED1A0B428DB) + place;
        check = folded_product(check ^ opponent ^ 0x8EBC6AF09C88C6E3, player ^ 0x589965CC75374CC3) + check;
    }
    return {folded_product(place ^ 0x1D8E4E27C47D124F, check ^ 0xEB44ACCAB455D165), check};
}

}  // namespace outflank
