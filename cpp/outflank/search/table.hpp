// The transposition table: what earlier searches found, in buckets of one cache line.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <optional>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "../board/hash.hpp"
#include "../board/shape.hpp"

namespace outflank {

enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

// The searches read and write `content` each in its own way, and never meet each other's entries but for the best move:
// their keys differ.
struct Entry {
    std::uint32_t content;  // a value, or the bounds of a margin
    std::uint8_t depth;
    std::uint8_t square;      // the best move, if there is one
    std::uint8_t generation;  // of the search that stored it
    std::uint8_t state;       // the bound, whether there is a best move, and how sure the search was

    static constexpr std::uint8_t has_best = 4;
    static constexpr int confidence_shift = 3;

    Bound bound() const { return static_cast<Bound>(state & 3); }
    int best() const { return state & has_best ? square : no_square; }
    int confidence() const { return state >> confidence_shift; }
};
static_assert(sizeof(Entry) == 8);

// Which entry of a full bucket gives way.
enum class Replacement {
    depth,   // the one searched least deeply, each search since counting as four plies less
    recent,  // the one neither found nor stored for longest
};

// Threads may share it without a lock: a torn entry does not match its check (after Hyatt).
class Table {
  public:
    // The largest power of two of buckets that fits; at least one.
    explicit Table(std::size_t bytes, Replacement replacement = Replacement::depth)
        : buckets_(std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket))), replacement_(replacement) {
        clear();
    }

    // Fresh memory from the system is zero without being touched, which makes short searches quick.
    void clear() {
        memory_.reset();
        memory_.reset(std::calloc(buckets_ * sizeof(Bucket) + page, 1));
        if (memory_ == nullptr && buckets_ > 1) {
            buckets_ = 1;  // so that what is left can be used
            clear();
            throw std::bad_alloc();
        }
        if (memory_ == nullptr) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        first_ = reinterpret_cast<Bucket*>((address + page - 1) & ~(page - 1));
#ifdef __linux__
        // Large pages spare most of the address look-ups that random access costs.
        if (bytes() >= page) madvise(first_, bytes(), MADV_HUGEPAGE);
#endif
        generation_ = 0;
    }

    // An empty one of the same kind.
    std::unique_ptr<Table> anew() const { return std::make_unique<Table>(bytes(), replacement_); }

    // Entries of earlier searches go first when room is needed.
    void next_generation() { ++generation_; }

    // Asks for the memory that `find` will read.
    void prefetch(const Key& key) const { __builtin_prefetch(&bucket(key)); }

    std::optional<Entry> find(const Key& key) {
        Slot* const slots = bucket(key).slots;
        for (int i = 0; i < Bucket::size; ++i) {
            const std::uint64_t data = slots[i].data.load(std::memory_order_relaxed);
            if ((slots[i].check.load(std::memory_order_relaxed) ^ data) != key.check) continue;
            const auto entry = std::bit_cast<Entry>(data);
            if (entry.bound() == Bound::none) continue;
            used(slots, i);
            return entry;
        }
        return std::nullopt;
    }

    // `confidence` is a small number, larger for what is surer.
    void store(const Key& key, int depth, int confidence, Bound bound, std::uint32_t content, int best) {
        Slot* const slots = bucket(key).slots;
        int victim = Bucket::size - 1;
        int lowest = std::numeric_limits<int>::max();
        for (int i = 0; i < Bucket::size; ++i) {
            const std::uint64_t data = slots[i].data.load(std::memory_order_relaxed);
            const auto entry = std::bit_cast<Entry>(data);
            if (entry.bound() != Bound::none && (slots[i].check.load(std::memory_order_relaxed) ^ data) == key.check) {
                if (best == no_square) best = entry.best();
                victim = i;
                break;
            }
            const auto age = static_cast<std::uint8_t>(generation_ - entry.generation);
            const int worth = entry.bound() == Bound::none ? -1000 : entry.depth - 4 * age;
            if (replacement_ == Replacement::depth && worth < lowest) {
                victim = i;
                lowest = worth;
            }
        }
        const int has_best = best == no_square ? 0 : Entry::has_best;
        const int state = static_cast<int>(bound) | has_best | confidence << Entry::confidence_shift;
        const auto data = std::bit_cast<std::uint64_t>(Entry{content, static_cast<std::uint8_t>(depth),
                                                             static_cast<std::uint8_t>(best == no_square ? 0 : best),
                                                             generation_, static_cast<std::uint8_t>(state)});
        slots[victim].set(key.check ^ data, data);
        used(slots, victim);
    }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
    Replacement replacement() const { return replacement_; }

  private:
    static constexpr std::uintptr_t page = 4096;

    struct Slot {
        std::atomic<std::uint64_t> check;  // of the key, mixed with the data
        std::atomic<std::uint64_t> data;

        void set(std::uint64_t new_check, std::uint64_t new_data) {
            check.store(new_check, std::memory_order_relaxed);
            data.store(new_data, std::memory_order_relaxed);
        }
    };

    struct alignas(64) Bucket {
        static constexpr int size = 4;
        Slot slots[size];  // the last used first, if that matters
    };

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Bucket& bucket(const Key& key) const { return first_[key.place & (buckets_ - 1)]; }

    // The slot comes to the front of its bucket, if the order matters.
    void used(Slot* slots, int i) const {
        if (replacement_ == Replacement::depth) return;
        const std::uint64_t check = slots[i].check.load(std::memory_order_relaxed);
        const std::uint64_t data = slots[i].data.load(std::memory_order_relaxed);
        for (; i > 0; --i) {
            slots[i].set(slots[i - 1].check.load(std::memory_order_relaxed),
                         slots[i - 1].data.load(std::memory_order_relaxed));
        }
        slots[0].set(check, data);
    }

    std::size_t buckets_;
    Replacement replacement_;
    std::unique_ptr<void, Free> memory_;
    Bucket* first_ = nullptr;  // in memory_, aligned
    std::uint8_t generation_ = 0;
};

}  // namespace outflank
