// The rule sets and their questions in Traditional Chinese.

const sets = {
  "Hong Kong Old Style, 500 points": "香港舊章，500 分", "The winner counts faan, for straights, matching chows and closed hands too. Everybody begins with 500 points.": "食糊者計番收分，一條龍、一般高與門清也計番；每人由 500 分開始。",
  "Cantonese quick reference": "廣東牌速查表", "Hong Kong Old Style by a short list: all chows, all pungs, one suit, special hands of 10 faan. For points or for chips.": "香港舊章的簡表：平糊、對對糊、清一色，另有十番的特別牌型；計分或用籌碼。",
  "Classical, 20 points for going out": "古典計分，食糊 20 分", "Points and doubles. All four hands are counted, and each loser pays the winner the difference.": "計分與翻倍；四家都計，輸家向贏家付差額。",
  "Classical, with doubles and trebles": "古典計分，翻倍與三倍", "All four hands are counted, and everybody settles with everybody. Everybody begins with 2000 points.": "四家都計，各家互相結算，每人由 2000 分開始。",
  "Simplified, up to 300 points": "簡化計分，300 分封頂", "Points up to 300 a hand, added up over eight hands. Every hand counts; play goes clockwise.": "每局最多 300 分，八局累計；四家都計，順時針進行。",
  "The sheet": "按規則書", "All as the rule sheet has it": "全按規則書", "Three faan": "三番起糊", "Three faan, high limit": "三番起糊，十三番封頂", "Anything wins, low limit": "雞糊，七番封頂", "Chicken hands win": "雞糊", "$10 bank roll": "10 元籌碼", "$5 bank roll": "5 元籌碼",
  "Limit of 500": "500 分封頂", "Start with 500": "由 500 分開始", "No seasons and flowers": "不用花牌", "British custom": "英式習慣", "For points": "計分結算",
};

const questions = {
  "Least faan to win": "起糊番數", "If a loser's hand is worth more than the winner's, what is paid?": "輸家分數高於贏家時怎樣付？", "Most faan that count": "封頂番數", "When everybody has been East, the round wind changes. Who is East then?": "四家都做過東後轉圈風，屆時誰做東？",
  "How many faan does a win need?": "多少番起糊？", "How many faan does a hand pay at most?": "多少番封頂？", "Does a closed value ask for a closed hand, or only for closed sets in the pattern?": "門清番種要整手門清，還是只要有關牌組未打開？",
  "Does winning on a discard open the hand?": "食出銃是否算破門清？", "Are four pungs of a closed hand the maximum even if a discard completes one?": "門清四刻由出銃完成一刻，仍算封頂？", "Does a pung completed by the winning discard count as closed?": "由出銃完成的刻子算暗刻？",
  "Do several maximum rows add up?": "多個封頂番種可否累加？", "Does a closed dead-wall win earn the normal draw too?": "門清補牌自摸可否另計自摸？", "Can the last tile of the wall be a replacement tile, and earn both?": "海底牌可否同時為補牌，兩者都計？",
  "With a terminal in each meld, are the eyes free or terminals too?": "組組有幺九時，眼任意，還是也要幺九？", "Does a terminal in each meld need a chow?": "組組有幺九是否須有順子？", "Do little dragons, which the sheet lists twice, count twice?": "小三元在表上出現兩次，是否計兩次？",
  "Do the two pungs of little dragons earn their own faan as well?": "小三元的兩刻可否另計番子？", "Is a dragon pung's faan for each pung, or one in all?": "三元番子每刻計番，還是合計一番？", "Is the own flower or season part of a complete set of four?": "正花是否已包括在一台花內？",
  "Do eight bonus tiles win at any time, only with a complete hand, or never?": "八仙過海隨時可食糊、須成牌，還是不算？", "May seven bonus tiles rob the eighth from the player who draws it?": "七搶一可否？", "Is a win on the first discard the maximum too?": "食第一張打出的牌也算封頂？",
  "Are bonus tiles left out when the minimum is counted?": "計起糊時不計花牌？", "What does a player pay for declaring a win that is none?": "詐糊罰多少？",
  "How many points does everyone begin with?": "每人由多少分開始？", "How many rounds is a game?": "打多少圈？", "How many hands is a game?": "打多少局？", "Does East stay after a hand that nobody wins?": "流局是否連莊？", "Does a player without points end the game?": "有人輸光是否結束？",
  "Who cannot pay in full: pays what there is, or goes below zero?": "不夠付時：付盡所有，還是變負數？", "Do four of a kind count as two of seven pairs?": "四張相同可否作七對的兩對？", "Must two double chows be of one suit?": "兩組一般高是否須同花色？", "May a chow count in several chow rows, or once?": "一組順子可否在多個番種重用？",
  "Do other players' calls before it spoil a first draw?": "之前有人碰槓，是否不算第一次摸牌？", "May thirteen orphans rob a closed kong?": "十三幺可否搶暗槓？", "May a kong be declared on the last tile of the wall?": "最後一張可否開槓？", "How many dice find the break?": "用多少粒骰子開門？", "How many tiles are dealt at a time?": "每次取多少張？",
  "What is a point worth in money, if anything?": "每分值多少錢？", "Are flowers 3 and 4 the seats of their printed numbers, or swapped?": "3、4 號花按印號對座，還是互換？", "How many bonus tiles are in play? 4 are the flowers alone.": "用多少張花牌？4 張即只用梅蘭菊竹。",
  "Is a special hand's total final, so that no other row adds to it?": "特別牌型是否不再加其他番？", "Does a win on a supplement tile earn the self-pick too?": "補牌自摸可否另計自摸？", "Does only the supplement tile for a kong earn its faan, not that for a flower?": "只有槓後補牌計番，補花不計？",
  "Do honors as the pair spoil all chows?": "番子作眼是否破壞平糊？", "Is an earthly hand won on East's first discard only, or on one's own first turn too?": "地糊只限莊家第一張打出的牌，還是自己第一巡也算？", "Must nine gates have waited for all nine tiles?": "九子連環是否須叫九張？", "Do closed kongs count as concealed pungs of a hidden treasure?": "暗槓是否算坎坎糊的暗刻？",
  "Are seven pairs of honors all honors too?": "番子七對是否也算字一色？", "Do several special hands of 10 faan add up?": "多個十番特別牌型可否累加？", "Does one suit with honours double with honour eyes only, or with any honours?": "混一色翻倍限番子作眼，還是任何番子？",
  "Does a set of the round wind double too?": "圈風番子是否也翻倍？", "If a loser's hand is worth more than the winner's, is nothing paid (clamp), or does the winner pay (signed)?": "輸家分數高於贏家時：不付，還是由贏家付差額？", "Which points are added only after doubling?": "哪些分數在翻倍後才加？",
  "Does the set that the winning discard completes count as exposed?": "由出銃完成的一組是否算明？", "Do four alike that a loser did not declare count as a kong?": "輸家未開的四張相同是否算槓？", "Do all pairs of dragons and own wind count in a loser's hand, one, or none?": "輸家的番子對子：全計、計一對還是不計？",
  "Is a hand of honours only worth the limit, where one is agreed?": "有封頂時，字一色是否算封頂？", "How many points does a hand score at most?": "每手最多多少分？", "Is a treble three times, or eight (three doubles)?": "「三倍」是乘三，還是乘八（三次翻倍）?", "Are seven pairs no winning hand, or a limit hand?": "七對不算食糊，還是封頂？",
  "What is a special hand worth?": "特別牌型值多少？", "Does a pair of dragons, own wind or wind of the round score for the winner only, or for all?": "番子對子只計贏家，還是各家都計？", "What is the pair of the own wind worth that is the wind of the round too?": "門風兼圈風的對子值多少？",
  "Is the own flower or season part of four flowers or four seasons?": "正花是否已包括在四花之內？", "Can a hand with flowers or seasons have no scoring value?": "有花牌的手牌可否算無分？", "Is the only possible piece the only kind of tile, the only tile that the own hand leaves, or not scored?": "獨獨指只叫一種牌、只餘一張，還是不計？",
  "Is a loose tile a piece from the wall too?": "補牌是否也算自摸？", "Is the winner spared what a loser scored more?": "贏家是否不用付較高分的輸家？", "Does East pay and receive double?": "東家收付是否加倍？", "May a kong be robbed?": "可否搶槓？", "Must a calling nine tile hand have waited for all nine?": "九子連環是否須叫九張牌？",
  "Does play go clockwise, or to the right?": "順時針進行，還是向右？", "Do the points for the way of winning count before doubling?": "食糊方式的分數是否在翻倍前計？", "Does an own flower double the total, or the base score only?": "正花翻倍總分，還是只翻底分？", "Are the 150 points for the first discard added, or the whole score?": "食第一張打出的牌所得的 150 分是外加，還是就是總分？",
  "May a discard complete the eyes?": "眼可否由出銃完成？", "Is the terminal of a closed chow the 3 or 7 of an edge wait, not the 1 or 9?": "邊張的計法是否指 3 或 7?", "Does a loose tile after a flower earn the 10 points too?": "補花後食糊是否也加 10 分？", "May an open pung be made a kong, and that kong be robbed?": "碰後可否加槓，並可被搶？",
  "Does the winner deal next, or does the deal go round?": "贏家做莊，還是輪莊？", "Does a hand that nobody wins count towards the eight?": "流局是否計入八局？", "Do scores only add up, does every pair settle, or do losers pay the winner?": "只累計分數、各家互相結算，還是輸家付贏家？",
};

const values = {
  "Seats stay, only the round changes": "座位不變，只轉圈風", "As the rule sheet says: whoever was East last stays East for one more hand, and the player sitting in the new round's wind goes first.": "按規則書：最後的東家再做一局東，坐在新圈風位的玩家先行。",
  "East goes back to the first dealer": "由首位莊家再做東", "As most tables play: the first East is East again, and East always goes first.": "一般打法：由首位東家再做東，東家先行。",
  "A closed hand": "整手門清", "Closed sets in the pattern": "有關牌組未打開", Free: "任意", "Terminals too": "也要幺九", "For each pung": "每刻計", "One in all": "合計一番", "At any time": "隨時", "Only with a complete hand": "須成牌", Never: "不算", Nothing: "不罰",
  "As much as a self-drawn limit hand": "如封頂自摸", "A number of points to each": "付每家若干分", "Pays what there is": "付盡所有", "Goes below zero": "變負數", "In several": "可重用", Once: "只用一次", "As printed": "按印號", "Flowers 3 and 4 swapped": "3、4 號互換",
  "East's first discard": "莊家第一張打牌", "Or the own first turn": "自己第一巡也算", "Honours as eyes only": "只限番子作眼", "Any honours": "任何番子", "Nothing is paid": "不付", "The winner pays the difference": "贏家付差額", All: "全計", One: "計一對", None: "不計",
  "Three times": "乘三", "Eight times": "乘八", "No winning hand": "不成糊", "A limit hand": "封頂", "For the winner only": "只計贏家", "For everybody": "各家都計", "The only kind of tile": "只叫一種牌", "The only tile left": "只餘一張", "Not scored": "不計", "Clockwise, to the left": "順時針（向左）", "To the right": "向右",
  "The total": "總分", "The base score only": "只翻底分", Added: "外加", "The whole score": "就是總分", "The winner deals": "贏家做莊", "The deal goes round": "輪莊", "Scores only add up": "只累計", "Every pair settles": "互相結算", "Losers pay the winner": "輸家付贏家", Three: "三粒", Two: "兩粒",
};

export const rules = { ...sets, ...questions, ...values };
