// What the agents do, in other languages than the library's own.

/** @type {Record<string, Record<string, string>>} */
export const AGENTS = {
  fr: {
    random: "un coup possible au hasard",
    first: "le premier coup possible dans l’ordre des cases",
    greedy: "le coup qui retourne le plus de pions",
    "greedy-corners": "un coin s’il y en a un, sinon comme greedy",
    "gpt-greedy-corners": "pions, coins et coups, un coup à l’avance (COMP424)",
    "flat-mc": "le coup qui gagne le plus de parties jouées au sort",
    mcts: "recherche arborescente de Monte-Carlo (UCT)",
    hybrid: "recherche où l’arbre est étroit, Monte-Carlo où il est large",
    phased: "sept critères selon la phase et la taille ; d’ordinaire 1,9 s",
    "six-factor": "six critères, mobilité le long du chemin ; d’ordinaire profondeur 3",
    "three-factor": "pions, mobilité et coins ; d’ordinaire 1,9 s",
    positional: "peu de pions sur de bonnes cases, gains rapides ; d’ordinaire profondeur 6",
    weighted: "coins, pions définitifs, mobilité, bords ; d’ordinaire profondeur 3",
    "three-phase": "poids d’ouverture, de milieu et de fin de partie ; d’ordinaire profondeur 4",
    tuned: "poids appris de parties, de 6x6 à 12x12 ; d’ordinaire profondeur 6",
  },
  ja: {
    random: "打てる所からランダムに選ぶ",
    first: "盤の順で最初に打てる所",
    greedy: "最も多く返せる手",
    "greedy-corners": "隅が取れれば隅、なければgreedyと同じ",
    "gpt-greedy-corners": "一手先の石数・隅・手数 (COMP424)",
    "flat-mc": "ランダムな対局で最も多く勝つ手",
    mcts: "モンテカルロ木探索 (UCT)",
    hybrid: "木が細い所は探索、広い所はモンテカルロ",
    phased: "段階と盤の大きさによる7要素、通常1.9秒",
    "six-factor": "経路上の着手可能数を含む6要素、通常深さ3",
    "three-factor": "石数・着手可能数・隅、通常1.9秒",
    positional: "良いマスに少ない石、早い勝ち、通常深さ6",
    weighted: "隅・確定石・着手可能数・辺、通常深さ3",
    "three-phase": "序盤・中盤・終盤の重み、通常深さ4",
    tuned: "対局から学んだ重み (6x6から12x12)、通常深さ6",
  },
};
