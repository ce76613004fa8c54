#include "patterns.hpp"

#include <algorithm>
#include <utility>

namespace outflank {

namespace {

#ifdef __AVX512F__

// The sum of the weights in those places.
int sum_of(const std::int16_t* weights, const std::uint16_t* configurations, const std::int32_t* first, int count) {
    __m512i sum = _mm512_setzero_si512();
    for (int i = 0; i < count; i += 16) {
        const __m256i narrow = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(configurations + i));
        const __m512i place = _mm512_add_epi32(_mm512_cvtepu16_epi32(narrow), _mm512_load_si512(first + i));
        const auto lanes = static_cast<__mmask16>((1 << std::min(count - i, 16)) - 1);
        const __m512i pair = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, place, weights, 2);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(pair, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
}

#else

int sum_of(const std::int16_t* weights, const std::uint16_t* configurations, const std::int32_t* first, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += weights[first[i] + configurations[i]];
    return sum;
}

#endif

}  // namespace

template <class B>
Patterns<B>::Patterns(const Shape<B>& shape, const std::vector<Pattern>& patterns, PatternWeights weights)
    : shape_(shape), patterns_(patterns), weights_(std::move(weights)), groups_((patterns.size() + lanes - 1) / lanes) {
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const std::uint64_t here = shape.mask.word_at(chunk / 16) >> (chunk % 16 * 4) & 15;
        if (here != 0) used_.push_back(chunk);
    }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        Group& group = groups_[i / lanes];
        const std::size_t lane = i % lanes;
        group.first[lane] = patterns[i].first;
        int worth = 1;
        for (const int square : patterns[i].squares) {
            for (int value = 0; value < 16; ++value) {
                if (value >> square % 4 & 1) {
                    Lanes& row = group.rows[static_cast<std::size_t>(square / 4)][static_cast<std::size_t>(value)];
                    row[lane] = static_cast<std::uint16_t>(row[lane] + worth);
                }
            }
            worth *= 3;
        }
    }
    weights_.values.push_back(0);  // a gather reads two
}

template <class B>
typename Patterns<B>::Lanes Patterns<B>::configurations(const Group& group, const Board<B>& board) const {
    Lanes own{};
    Lanes others{};
    for (const int chunk : used_) {
        const auto& rows = group.rows[static_cast<std::size_t>(chunk)];
        own += rows[board.player.word_at(chunk / 16) >> (chunk % 16 * 4) & 15];
        others += rows[board.opponent.word_at(chunk / 16) >> (chunk % 16 * 4) & 15];
    }
    return own + others + others;
}

template <class B>
float Patterns<B>::evaluate(const Board<B>& board, const Path&) {
    const auto discs = static_cast<std::size_t>(board.occupied().count());
    const auto phase = static_cast<std::size_t>(weights_.phase_of[discs]);
    const std::int16_t* const weights = &weights_.values[phase * static_cast<std::size_t>(weights_.entries)];
    const auto [own, others] = entries_of_moves(board);
    int sum = weights[own] + weights[others];
    int left = static_cast<int>(patterns_.size());
    for (const Group& group : groups_) {
        const Lanes configured = configurations(group, board);
        alignas(64) std::array<std::uint16_t, lanes> places;
        *reinterpret_cast<Lanes*>(places.data()) = configured;
        const int count = std::min(left, lanes);
        sum += sum_of(weights, places.data(), group.first.data(), count);
        left -= count;
    }
    return static_cast<float>(sum) / PatternWeights::unit;
}

template <class B>
std::array<int, 2> Patterns<B>::entries_of_moves(const Board<B>& board) const {
    constexpr int most = PatternWeights::most_moves;
    const int end = weights_.entries;
    return {end - 2 * (most + 1) + std::min(legal_moves(board, shape_).count(), most),
            end - (most + 1) + std::min(legal_moves(board.passed(), shape_).count(), most)};
}

template <class B>
void Patterns<B>::entries(const Board<B>& board, std::vector<int>& found) const {
    for (const Pattern& pattern : patterns_) {
        int entry = pattern.first;
        int worth = 1;
        for (const int square : pattern.squares) {
            entry += worth * (board.player.has(square) ? 1 : board.opponent.has(square) ? 2 : 0);
            worth *= 3;
        }
        found.push_back(entry);
    }
    for (const int entry : entries_of_moves(board)) found.push_back(entry);
}

template class Patterns<Bits64>;
template class Patterns<Bits256>;

}  // namespace outflank
