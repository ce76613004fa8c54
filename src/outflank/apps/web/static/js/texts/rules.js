// The rules of the game, a sentence or two a paragraph; and what two boards beside them show.

/** @type {Record<string, {paragraphs: string[], before: string, after: string}>} */
export const RULES = {
  en: {
    paragraphs: [
      "Two play in turn, Black first, with discs that are black on one side and white on the other. Four lie in the middle at the start.",
      "A move puts a disc of your colour on an empty square so that discs of the other colour lie between it and another of yours: in a straight line across, down or slantwise, without a gap. All discs that are outflanked in this way, in every direction, turn to your colour.",
      "A move must turn at least one disc. Dots show where you can play. Who has no such move passes; who has one must play.",
      "When neither can move, the game is over. Whoever has more discs wins, and empty squares count for the winner. Who resigns, or is out of time, has lost.",
    ],
    before: "Black is to move and can play where the dots are.",
    after: "Black has played d3: the white disc on d4 lay between two black ones and is turned.",
  },
  fr: {
    paragraphs: [
      "On joue à tour de rôle, Noir d’abord, avec des pions noirs d’un côté et blancs de l’autre. Quatre sont au centre au départ.",
      "Un coup pose un pion de sa couleur sur une case vide de façon à encadrer des pions adverses entre lui et un autre pion de sa couleur : en ligne droite, horizontale, verticale ou diagonale, sans trou. Tous les pions ainsi encadrés, dans toutes les directions, sont retournés.",
      "Un coup doit retourner au moins un pion. Des points montrent où l’on peut jouer. Qui n’a pas de tel coup passe ; qui en a un doit jouer.",
      "Quand plus personne ne peut jouer, la partie est finie. Qui a le plus de pions gagne, et les cases vides comptent pour le gagnant. Qui abandonne, ou n’a plus de temps, a perdu.",
    ],
    before: "C’est à Noir, qui peut jouer où sont les points.",
    after: "Noir a joué d3 : le pion blanc en d4, encadré par deux noirs, est retourné.",
  },
  ja: {
    paragraphs: [
      "片面が黒、もう片面が白の石を使い、黒から交互に打ちます。はじめは中央に4つの石があります。",
      "空いたマスに自分の色の石を置き、その石と自分の別の石とで相手の石を縦・横・斜めにすき間なくはさみます。はさんだ石は、どの方向でもすべて自分の色に返ります。",
      "1つ以上の石を返せるマスにしか打てません。打てるマスには点が出ます。打てるマスがなければパス、あれば必ず打ちます。",
      "どちらも打てなくなれば終局です。石の多いほうが勝ちで、空きマスは勝者の数に入ります。投了や時間切れは負けです。",
    ],
    before: "黒の番です。点のあるマスに打てます。",
    after: "黒がd3に打ち、2つの黒にはさまれたd4の白が返りました。",
  },
};
