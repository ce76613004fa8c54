#include "patterns.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace outflank {

namespace {

// Of each configuration the number that it has when its squares are read in another order.
std::vector<int> numbers_in(const std::vector<int>& order) {
    std::vector<int> worth(order.size());
    int power = 1;
    for (const int square : order) {
        worth[static_cast<std::size_t>(square)] = power;
        power *= 3;
    }
    std::vector<int> numbers = {0};
    numbers.reserve(static_cast<std::size_t>(power));
    for (const int of_square : worth) {
        const std::size_t count = numbers.size();
        for (std::size_t i = 0; i < 2 * count; ++i) numbers.push_back(numbers[i] + of_square);
    }
    return numbers;
}

// The discs on four squares of the frame.
template <class B>
std::size_t discs_in(B discs, unsigned chunk) {
    return discs.word_at(chunk / 16) >> (chunk % 16 * 4) & 15;
}

// The sum of the weights at those places, one for each lane.
int sum_of(const std::int16_t* weights, const Lanes& configurations, const std::array<std::int32_t, lanes>& first) {
#if defined(__AVX512BW__)
    const auto sum_of_half = [&](__m256i half, const std::int32_t* from) {
        const __m512i place = _mm512_add_epi32(_mm512_cvtepu16_epi32(half), _mm512_load_si512(from));
        const __m512i pair = _mm512_i32gather_epi32(place, weights, 2);
        return _mm512_srai_epi32(_mm512_slli_epi32(pair, 16), 16);
    };
    const auto all = reinterpret_cast<__m512i>(configurations);
    return _mm512_reduce_add_epi32(_mm512_add_epi32(sum_of_half(_mm512_castsi512_si256(all), &first[0]),
                                                    sum_of_half(_mm512_extracti64x4_epi64(all, 1), &first[lanes / 2])));
#else
    std::array<std::uint16_t, lanes> configured;
    std::memcpy(configured.data(), &configurations, sizeof configurations);
    int sum = 0;
    for (std::size_t i = 0; i < lanes; ++i) sum += weights[first[i] + configured[i]];
    return sum;
#endif
}

}  // namespace

PatternLayout::PatternLayout(const std::vector<Pattern>& patterns) {
    for (const Pattern& pattern : patterns) {
        for (const std::vector<int>& squares : pattern.copies) copies_.push_back({squares, places()});
        add(pattern.readings);
    }
    for (int i = 0; i < 2 * (most_moves + 1) + 2; ++i) stored_at_.push_back(stored_++);
}

void PatternLayout::add(const std::vector<std::vector<int>>& readings) {
    std::vector<int> least = numbers_in(readings[0]);
    for (const std::vector<int>& order : readings) {
        const std::vector<int> numbers = numbers_in(order);
        for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], numbers[i]);
    }
    const int first = places();
    for (int number = 0; number < static_cast<int>(least.size()); ++number) {
        const int same = least[static_cast<std::size_t>(number)];
        stored_at_.push_back(same < number ? stored_at(first + same) : stored_++);
    }
}

std::array<int, 3> PatternLayout::places_besides(int moves, int replies, int empties) const {
    const int odd = places() - 2;
    const int other = odd - (most_moves + 1);
    const int own = other - (most_moves + 1);
    return {own + std::min(moves, most_moves), other + std::min(replies, most_moves), odd + empties % 2};
}

template <class B>
Patterns<B>::Patterns(const Shape<B>& shape, PatternLayout layout, std::string_view stored,
                      const std::vector<int>& phase_of)
    : shape_(shape), layout_(std::move(layout)) {
    for (unsigned chunk = 0; chunk < chunks; ++chunk) {
        if (discs_in(shape.mask, chunk) != 0) used_.push_back(chunk);
    }
    const auto& copies = layout_.copies();
    groups_.resize((copies.size() + lanes - 1) / lanes);
    for (Group& group : groups_) group.first.fill(layout_.places());
    for (std::size_t i = 0; i < copies.size(); ++i) {
        Group& group = groups_[i / lanes];
        const std::size_t lane = i % lanes;
        group.first[lane] = copies[i].first;
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
    // After those of a phase comes one weight of nothing, for lanes without a copy and for the second of the two that
    // a gather reads.
    const auto row = static_cast<std::size_t>(layout_.places()) + 1;
    std::vector<std::int16_t> of_phase(static_cast<std::size_t>(layout_.stored()));
    const std::size_t bytes = of_phase.size() * sizeof of_phase[0];
    const std::size_t phases = stored.size() / bytes;
    weights_ = std::make_unique_for_overwrite<std::int16_t[]>(phases * row + 1);
    std::int16_t* weight = weights_.get();
    for (std::size_t phase = 0; phase < phases; ++phase) {
        std::memcpy(of_phase.data(), stored.data() + phase * bytes, bytes);
        for (int place = 0; place < layout_.places(); ++place) {
            *weight++ = of_phase[static_cast<std::size_t>(layout_.stored_at(place))];
        }
        *weight++ = 0;
    }
    *weight = 0;
    for (const int phase : phase_of) weights_by_discs_.push_back(&weights_[static_cast<std::size_t>(phase) * row]);
}

template <class B>
typename Patterns<B>::Views Patterns<B>::configurations(const Group& group, const Board<B>& board) const {
    Lanes own{};
    Lanes others{};
    for (const unsigned chunk : used_) {
        const auto& rows = group.rows[chunk];
        own += rows[discs_in(board.player, chunk)];
        others += rows[discs_in(board.opponent, chunk)];
    }
    return {own + others + others, others + own + own};
}

template <class B>
template <class Configured>
float Patterns<B>::valued(const Board<B>& board, int moves, const Configured& configured) const {
    const int discs = board.occupied().count();
    const std::int16_t* const weights = weights_by_discs_[static_cast<std::size_t>(discs)];
    const int replies = legal_moves(board.passed(), shape_).count();
    int sum = 0;
    for (const int place : layout_.places_besides(moves, replies, shape_.area - discs)) sum += weights[place];
    for (std::size_t i = 0; i < groups_.size(); ++i) sum += sum_of(weights, configured(i), groups_[i].first);
    return static_cast<float>(std::clamp(sum, -unit * shape_.area, unit * shape_.area)) / unit;
}

template <class B>
float Patterns<B>::evaluate(const Board<B>& board, const Path&) {
    return valued(board, legal_moves(board, shape_).count(),
                  [&](std::size_t i) { return configurations(groups_[i], board).player; });
}

template <class B>
void Patterns<B>::make_state(const Board<B>& board, std::byte* state) const {
    auto* views = reinterpret_cast<Views*>(state);
    for (const Group& group : groups_) *views++ = configurations(group, board);
}

// A disc counts 1 in the eyes of its owner and 2 in the other's. So the moved disc adds 1 for who moved and 2 for who
// is next, and a flipped one takes 1 from the former and gives it to the latter.
template <class B>
void Patterns<B>::derive_state(const std::byte* parent, const Change<B>& move, std::byte* state) const {
    const auto* before = reinterpret_cast<const Views*>(parent);
    auto* after = reinterpret_cast<Views*>(state);
    for (const Group& group : groups_) {
        Lanes turned{};
        for (const int square : each(move.flipped)) turned += group.row(square);
        Lanes placed{};
        if (move.square != no_square) placed = group.row(move.square);
        *after++ = {before->opponent + placed + placed + turned, before->player + placed - turned};
        ++before;
    }
}

template <class B>
float Patterns<B>::value(const Board<B>& board, const std::byte* state, int moves, const Path&) {
    const auto* views = reinterpret_cast<const Views*>(state);
    return valued(board, moves, [&](std::size_t i) { return views[i].player; });
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
