#include "patterns.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace outflank {

namespace {

int power_of_three(std::size_t n) {
    int power = 1;
    for (; n > 0; --n) power *= 3;
    return power;
}

// The number of a configuration when its squares are read in another order.
int read(int configuration, const std::vector<int>& order) {
    std::array<int, PatternLayout::most_squares> digits{};
    for (std::size_t i = 0; i < order.size(); ++i, configuration /= 3) digits[i] = configuration % 3;
    int number = 0;
    int worth = 1;
    for (const int place : order) {
        number += worth * digits[static_cast<std::size_t>(place)];
        worth *= 3;
    }
    return number;
}

#ifdef __AVX512F__

// The sum of the weights at those places.
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

PatternLayout::PatternLayout(const std::vector<Pattern>& patterns) {
    for (const Pattern& pattern : patterns) {
        for (const std::vector<int>& squares : pattern.copies) copies_.push_back({squares, places()});
        add(pattern.readings);
    }
    for (int i = 0; i < 2 * (most_moves + 1) + 2; ++i) stored_at_.push_back(stored_++);
}

void PatternLayout::add(const std::vector<std::vector<int>>& readings) {
    const int first = places();
    const int count = power_of_three(readings[0].size());
    for (int number = 0; number < count; ++number) {
        int least = number;
        for (const std::vector<int>& order : readings) least = std::min(least, read(number, order));
        stored_at_.push_back(least < number ? stored_at(first + least) : stored_++);
    }
}

std::array<int, 3> PatternLayout::places_besides(int moves, int replies, int empties) const {
    const int odd = places() - 2;
    const int other = odd - (most_moves + 1);
    const int own = other - (most_moves + 1);
    return {own + std::min(moves, most_moves), other + std::min(replies, most_moves), odd + empties % 2};
}

template <class B>
Patterns<B>::Patterns(const Shape<B>& shape, const PatternLayout& layout, const std::vector<std::int16_t>& stored,
                      std::vector<int> phase_of)
    : shape_(shape), layout_(layout), phase_of_(std::move(phase_of)) {
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const std::uint64_t here = shape.mask.word_at(chunk / 16) >> (chunk % 16 * 4) & 15;
        if (here != 0) used_.push_back(chunk);
    }
    const auto& copies = layout.copies();
    groups_.resize((copies.size() + lanes - 1) / lanes);
    for (std::size_t i = 0; i < copies.size(); ++i) {
        Group& group = groups_[i / lanes];
        const std::size_t lane = i % lanes;
        group.first[lane] = copies[i].first;
        group.count = static_cast<int>(lane) + 1;
        int worth = 1;
        for (const int square : copies[i].squares) {
            for (std::size_t value = 0; value < 16; ++value) {
                if (!(value >> square % 4 & 1)) continue;
                Lanes& row = group.rows[static_cast<std::size_t>(square / 4)][value];
                row[lane] = static_cast<std::uint16_t>(row[lane] + worth);
            }
            worth *= 3;
        }
    }
    const std::size_t phases = stored.size() / static_cast<std::size_t>(layout.stored());
    weights_.reserve(phases * static_cast<std::size_t>(layout.places()) + 1);
    for (std::size_t phase = 0; phase < phases; ++phase) {
        const std::int16_t* const of_phase = &stored[phase * static_cast<std::size_t>(layout.stored())];
        for (int place = 0; place < layout.places(); ++place) weights_.push_back(of_phase[layout.stored_at(place)]);
    }
    weights_.push_back(0);  // a gather reads two
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
    const int discs = board.occupied().count();
    const auto phase = static_cast<std::size_t>(phase_of_[static_cast<std::size_t>(discs)]);
    const std::int16_t* const weights = &weights_[phase * static_cast<std::size_t>(layout_.places())];
    int sum = 0;
    for (const int place : layout_.places_besides(legal_moves(board, shape_).count(),
                                                  legal_moves(board.passed(), shape_).count(), shape_.area - discs)) {
        sum += weights[place];
    }
    for (const Group& group : groups_) {
        alignas(64) std::array<std::uint16_t, lanes> configured;
        const Lanes computed = configurations(group, board);
        std::memcpy(configured.data(), &computed, sizeof computed);
        sum += sum_of(weights, configured.data(), group.first.data(), group.count);
    }
    return static_cast<float>(std::clamp(sum, -unit * shape_.area, unit * shape_.area)) / unit;
}

template <class B>
void add_entries(const Shape<B>& shape, const PatternLayout& layout, const Board<B>& board, std::vector<int>& found) {
    for (const PatternLayout::Copy& copy : layout.copies()) {
        int place = copy.first;
        int worth = 1;
        for (const int square : copy.squares) {
            place += worth * (board.player.has(square) ? 1 : board.opponent.has(square) ? 2 : 0);
            worth *= 3;
        }
        found.push_back(layout.stored_at(place));
    }
    const int moves = legal_moves(board, shape).count();
    const int replies = legal_moves(board.passed(), shape).count();
    for (const int place : layout.places_besides(moves, replies, board.empties(shape).count())) {
        found.push_back(layout.stored_at(place));
    }
}

template class Patterns<Bits64>;
template class Patterns<Bits256>;
template void add_entries(const Shape<Bits64>&, const PatternLayout&, const Board<Bits64>&, std::vector<int>&);
template void add_entries(const Shape<Bits256>&, const PatternLayout&, const Board<Bits256>&, std::vector<int>&);

}  // namespace outflank
