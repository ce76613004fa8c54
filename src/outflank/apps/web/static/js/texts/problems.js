// What the library says most often of texts that it cannot read, in other languages than its own.
// {1}, {2} … are what stands in the parentheses of the sentence; Black and White are translated.

/** @type {{says: RegExp, fr: string, ja: string}[]} */
export const PROBLEMS = [
  { says: /^bad move '(.+)' at column (\d+) \(token \d+\)$/, fr: "coup illisible « {1} », colonne {2}", ja: "{2}文字目の「{1}」は着手として読めません" },
  { says: /^bad move '(.+)' at column (\d+) \(token \d+\): no square of the (.+) board$/, fr: "« {1} », colonne {2}, n’est pas une case de l’othellier {3}", ja: "{2}文字目の「{1}」は{3}の盤にありません" },
  { says: /^bad move '(.+)' \(move (\d+)\)$/, fr: "coup {2} illisible : « {1} »", ja: "{2}手目の「{1}」は読めません" },
  { says: /^illegal move '(.+)' at token \d+, column (\d+): (Black|White) can play (.+)$/, fr: "coup impossible « {1} », colonne {2} : {3} peut jouer {4}", ja: "{2}文字目の「{1}」には打てません。{3}が打てるのは {4}" },
  { says: /^illegal move '(.+)' \(move (\d+)\): (Black|White) can play (.+)$/, fr: "coup {2} impossible « {1} » : {3} peut jouer {4}", ja: "{2}手目の「{1}」には打てません。{3}が打てるのは {4}" },
  { says: /^illegal move '(.+)' at token \d+, column (\d+): the game is over$/, fr: "« {1} », colonne {2} : la partie est déjà finie", ja: "{2}文字目の「{1}」: 対局はすでに終わっています" },
  { says: /^bad disc '(.+)' at column (\d+): use X for black, O for white and - for empty$/, fr: "pion illisible « {1} », colonne {2} : il faut X pour Noir, O pour Blanc, - pour vide", ja: "{2}文字目の「{1}」は読めません。黒はX、白はO、空きは-です" },
  { says: /^bad board '(.+)': (\d+) squares found, a board has one of (.+)$/, fr: "« {1} » compte {2} cases, un othellier en a une de ces quantités : {3}", ja: "「{1}」は{2}マスですが、盤のマス数は {3} のどれかです" },
  { says: /^bad board '(.+)': (\d+) squares found, (\d+x\d+) has (\d+)$/, fr: "« {1} » compte {2} cases, un othellier {3} en a {4}", ja: "「{1}」は{2}マスですが、{3}の盤は{4}マスです" },
  { says: /^bad bitboards: both have a disc on (.+)$/, fr: "les deux champs de bits ont un pion en {1}", ja: "両方のビットボードの{1}に石があります" },
  { says: /^no side to move given: (Black) assumed$/, fr: "le trait n’est pas donné : {1}, par convention", ja: "手番の指定がないので{1}番とします" },
  { says: /^no side to move given: (White), because (Black) has no move$/, fr: "le trait n’est pas donné : {1}, car {2} ne peut pas jouer", ja: "手番の指定がなく、{2}は打てないので{1}番とします" },
  { says: /^the result is given as '(.+)', but (Black|White) wins (.+)$/, fr: "le résultat donné est « {1} », mais {2} gagne {3}", ja: "結果は「{1}」とありますが、実際は{2}の{3}勝ちです" },
  { says: /^there are neither moves nor a board in it$/, fr: "il n’y a là ni coups ni position", ja: "棋譜も盤面もありません" },
  { says: /^it is neither text nor a file of WTHOR games$/, fr: "ce n’est ni du texte ni un fichier de parties WTHOR", ja: "テキストでもWTHORの棋譜ファイルでもありません" },
  { says: /^the names of players and tournaments are in files of their own \(\.jou, \.trn\): choose those together with it, else there are numbers$/, fr: "les noms des joueurs et des tournois sont dans des fichiers à part (.jou, .trn) : choisissez-les avec celui-ci, sinon ce sont des numéros", ja: "対局者と大会の名前は別のファイル (.jou、.trn) にあります。一緒に選ばないと番号になります" },
  { says: /^a variation is left out from here: illegal move '(.+)' \(move (\d+)\): .+$/, fr: "une variante est omise à partir d’ici : coup {2} impossible « {1} »", ja: "変化をここから省きました: {2}手目の「{1}」には打てません" },
  { says: /^the game is not closed by \); read up to there$/, fr: "la partie n’est pas fermée par ) ; elle est lue jusque-là", ja: "対局が ) で閉じていません。そこまで読みました" },
];
