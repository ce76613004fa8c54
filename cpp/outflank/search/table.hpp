// The transposition table: what earlier searches found, in buckets of one cache line.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "../hash.hpp"
#include "value.hpp"

namespace outflank {

enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

inline constexpr int no_square = -1;

struct Entry {
    std::uint64_t check;
    Value value;
    std::uint8_t depth;
    std::uint8_t square;      // the best move, if there is one
    std::uint8_t generation;  // of the search that stored it
    std::uint8_t state;       // the bound, and whether there is a best move

    static constexpr std::uint8_t has_best = 4;

    Bound bound() const { return static_cast<Bound>(state & 3); }
    int best() const { return state & has_best ? square : no_square; }

    // Whether the value settles a search of this depth and window.
    bool settles(int wanted_depth, Value alpha, Value beta) const {
        if (depth < wanted_depth) return false;
        return bound() == Bound::exact || (bound() == Bound::lower && value >= beta) ||
               (bound() == Bound::upper && value <= alpha);
    }
};
static_assert(sizeof(Entry) == 16);

class Table {
  public:
    // The largest power of two of buckets that fits; at least one.
    explicit Table(std::size_t bytes) : buckets_(std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket))) {
        clear();
    }

    // Fresh memory from the system is zero without being touched, which makes short searches quick.
    void clear() {
        memory_.reset();
        memory_.reset(std::calloc(buckets_ + 1, sizeof(Bucket)));
        if (memory_ == nullptr) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        first_ = reinterpret_cast<Bucket*>((address + alignof(Bucket) - 1) & ~(alignof(Bucket) - 1));
        generation_ = 0;
    }

    // Entries of earlier searches go first when room is needed.
    void next_generation() { ++generation_; }

    const Entry* find(const Key& key) const {
        for (const Entry& entry : bucket(key).entries) {
            if (entry.check == key.check && entry.bound() != Bound::none) return &entry;
        }
        return nullptr;
    }

    void store(const Key& key, int depth, Bound bound, Value value, int best) {
        Entry* victim = nullptr;
        int lowest = 0;
        for (Entry& entry : bucket(key).entries) {
            if (entry.check == key.check && entry.bound() != Bound::none) {
                victim = &entry;
                break;
            }
            const auto age = static_cast<std::uint8_t>(generation_ - entry.generation);
            const int worth = entry.bound() == Bound::none ? -1000 : entry.depth - 4 * age;
            if (victim == nullptr || worth < lowest) {
                victim = &entry;
                lowest = worth;
            }
        }
        if (best == no_square && victim->check == key.check) best = victim->best();
        *victim = {key.check,
                   value,
                   static_cast<std::uint8_t>(depth),
                   static_cast<std::uint8_t>(best == no_square ? 0 : best),
                   generation_,
                   static_cast<std::uint8_t>(static_cast<int>(bound) | (best == no_square ? 0 : Entry::has_best))};
    }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

  private:
    struct alignas(64) Bucket {
        Entry entries[4];
    };

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Bucket& bucket(const Key& key) const { return first_[key.place & (buckets_ - 1)]; }

    std::size_t buckets_;
    std::unique_ptr<void, Free> memory_;
    Bucket* first_ = nullptr;  // in memory_, aligned
    std::uint8_t generation_ = 0;
};

}  // namespace outflank
