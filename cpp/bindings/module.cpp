// The native module of one processor level. Its name, OUTFLANK_LEVEL, comes from the build.
#include "bindings.hpp"

NB_MODULE(OUTFLANK_LEVEL, m) {
    m.doc() = "Rules and search of Reversi on boards from 4x4 to 16x16.";
    // Moves, colours and shapes are interned for the life of the process; nanobind would call that a leak.
    nanobind::set_leak_warnings(false);
    outflank::bindings::install_lock_hooks();
    outflank::bindings::bind_moves(m);
    outflank::bindings::bind_shapes(m);
    outflank::bindings::bind_positions(m);
    outflank::bindings::bind_games(m);
    outflank::bindings::bind_features(m);
    outflank::bindings::bind_evaluators(m);
    outflank::bindings::bind_search(m);
    outflank::bindings::bind_classic(m);
    outflank::bindings::bind_montecarlo(m);
    outflank::bindings::bind_learning(m);
    outflank::bindings::shorten_errors(m);
}
