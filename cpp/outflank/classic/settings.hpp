// How a classroom agent searches.
#pragma once

namespace outflank::classic {

struct Settings {
    // The order of a node's moves: what each adds to a move's score, the highest first. Among equals board order
    // decides.
    int corner = 0;
    int edge = 0;        // for another edge square, unless it is beside an empty corner
    int unheld = 0;      // beside a corner that the player does not hold
    int mobility = 0;    // for each legal move of the player more than the opponent's, after the move
    int flip = 0;        // for each disc that the move flips
    int late_flip = 0;   // the same, once two thirds of the squares are filled
    int evaluation = 0;  // times the value of the position after the move

    bool table = true;           // remember positions, unless values depend on the path to them
    bool keep_partial = true;    // a better move found in an unfinished iteration counts
    bool quick_win = false;      // a win is worth 1000 less the discs on the board, a loss the reverse, a draw 0
    bool pass_is_ply = false;    // a pass uses up depth
    bool parallel_root = false;  // a thread for each root move, with the full window; ties go by board order
    int lines = 1;               // how many of the best moves get their own value and line
};

}  // namespace outflank::classic
