// Moves and flips by set algebra alone: the portable kernels, the same code for both frames.
#pragma once

namespace outflank::kernels {

// Where runs of opponent discs that start beside a player's disc come to an end, in one direction.
// The run doubles its reach at each step (parallel prefix, after Kogge and Stone).
template <int dx, int dy, class B>
B run_from(B start, B opponent) {
    B run = start.template shifted<dx, dy>() & opponent;
    run |= run.template shifted<dx, dy>() & opponent;
    const B pairs = opponent & opponent.template shifted<dx, dy>();
    run |= run.template shifted<2 * dx, 2 * dy>() & pairs;
    if constexpr (B::width == 8) {
        run |= run.template shifted<2 * dx, 2 * dy>() & pairs;
    } else {
        const B fours = pairs & pairs.template shifted<2 * dx, 2 * dy>();
        run |= run.template shifted<4 * dx, 4 * dy>() & fours;
        run |= run.template shifted<4 * dx, 4 * dy>() & fours;
        run |= run.template shifted<4 * dx, 4 * dy>() & fours;
    }
    return run;
}

template <int dx, int dy, class B>
B landings_towards(B player, B opponent) {
    return run_from<dx, dy>(player, opponent).template shifted<dx, dy>();
}

template <int dx, int dy, class B>
B flips_towards(B start, B player, B opponent) {
    const B run = run_from<dx, dy>(start, opponent);
    return (run.template shifted<dx, dy>() & player).any() ? run : B{};
}

// Squares that an outflanking move could use if they are empty.
template <class B>
B landings_portable(B player, B opponent) {
    return landings_towards<1, 0>(player, opponent) | landings_towards<-1, 0>(player, opponent) |
           landings_towards<0, 1>(player, opponent) | landings_towards<0, -1>(player, opponent) |
           landings_towards<1, 1>(player, opponent) | landings_towards<-1, -1>(player, opponent) |
           landings_towards<1, -1>(player, opponent) | landings_towards<-1, 1>(player, opponent);
}

template <class B>
B flips_portable(B player, B opponent, int square) {
    const B start = B::of(square);
    return flips_towards<1, 0>(start, player, opponent) | flips_towards<-1, 0>(start, player, opponent) |
           flips_towards<0, 1>(start, player, opponent) | flips_towards<0, -1>(start, player, opponent) |
           flips_towards<1, 1>(start, player, opponent) | flips_towards<-1, -1>(start, player, opponent) |
           flips_towards<1, -1>(start, player, opponent) | flips_towards<-1, 1>(start, player, opponent);
}

}  // namespace outflank::kernels
