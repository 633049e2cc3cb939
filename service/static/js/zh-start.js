// The start of a game, the set-up guide and the table in Traditional Chinese.

const start = {
  Rules: "規則", Change: "更改", "Who sits where?": "誰坐哪裏？", "East deals first": "東家先做莊", "Draw the seats by chance": "抽籤定座位",
  "Nobody could ever win: a win needs {minimum} faan, and no hand counts more than {cap}. Ask for fewer, or count more.": "這樣誰也不能食糊：食糊要 {minimum} 番，但最多只計 {cap} 番。請降低起糊番數或提高上限。",
  "Enter the four names first, in any order. Then the winds are drawn.": "先輸入四位姓名，次序不拘，然後抽風位。",
  "Drawn: {seats}. Sit down like this.": "抽得：{seats}。請照此入座。", "Walls, dice and deal: show me how": "砌牌、擲骰、派牌：教我怎樣做",
};

const houses = {
  "Keep as our house rules": "存為本枱規則", "What is set above is kept under a name. Every phone of a table that plays by it can choose it again.": "以上設定會以名稱保存；按此規則打牌的麻雀枱，各人手機都可再次選用。", "What do you call them?": "叫什麼名字？", Keep: "保存",
  "Kept. From now on “{name}” is among the rules to choose.": "已保存，以後可選「{name}」。", "This is no house rule file: it is too large.": "檔案太大，不是規則檔。", "Open a house rule file": "開啟規則檔", "House rules, from {base}": "自訂規則，源自{base}",
};

const setup = {
  "Set up the table": "開局準備", Seats: "座位", "Who deals": "誰做莊", "The walls": "砌牌", "The dice": "擲骰", "Where the wall breaks": "開門", "What stays behind": "留牌",
  "The deal": "派牌", "Flowers, seasons and kongs": "花牌與槓", "The first turn": "第一巡", "The rule sheet is unclear here": "規則書這裏不清楚",
  "{wind} throws": "{wind}家擲骰", "{wind} throws for the stack": "{wind}家再擲，定墩數", "Then the owner of that wall throws": "然後由該牆牆主擲骰", "Throw the dice": "擲骰",
  "Or throw your own and tap each die until it shows the same.": "也可自己擲，再點選骰子直至數目相同。",
  "Die {k}: {n}. Tap for the next number.": "第 {k} 粒骰：{n}。點選轉下一數。", "Die {k}: not thrown. Tap to set it.": "第 {k} 粒骰：未擲。點選設定。",
  "Four walls, one in front of each player": "四道牌牆，各家面前一道", "Taken first": "最先取", "Dead wall": "留牌", "Replacements come from here": "由此補牌", "Flower stacks": "花墩", "Loose tiles": "散牌", "Taken out": "取出",
  "dealt to {wind}": "派給{wind}家",
};

const table = {
  "Tap whoever won": "誰食糊就點誰", "Play another game": "再打一場", "The next game of this table. Points begin anew, and all its games are added up. Once it has begun, the other phones are asked along.": "同枱再打一場：分數重新開始，各場合計。開始後其他手機會收到通知。",
  over: "已結束", "Look back on": "回顧", "The table plays its next game": "本枱已開始下一場", "Go along": "一起去", "Another phone has begun the next game just now.": "另一部手機剛開始了下一場。",
  "All {n} games of this table together": "本枱 {n} 場合計", "{name} pays {other} {points}": "{name}付{other} {points}", "Who paid whom": "誰付給誰", "Where do you sit?": "你坐哪裏？", "Turn the table": "轉動麻雀枱", "Walls and dice": "砌牌與擲骰",
  "The table is turned so that you sit at the bottom. Only on this phone.": "麻雀枱會轉到你在下方，只影響這部手機。",
};

const entry = {
  "A win is being entered: add a hand": "正在輸入食糊：加入手牌", "{name} won: see it and go on": "{name}食糊：查看並繼續", "{name} won: add a hand": "{name}食糊：加入手牌", "Another phone has recorded this win.": "另一部手機已記錄這次食糊。",
  "One more of it": "多加一張", Flowers: "花", Beside: "旁邊", Remove: "移去", "A flower or season does not win.": "花牌不能食糊。", "Only flowers and seasons lie there. Tap the tile to say that it is one.": "這裏只放花牌；如屬花牌請點選更正。",
  "A flower or season is in no set.": "花牌不能成組。", "This set is full.": "這組已滿。",
  "If two players win on one discard, does the first in turn win, or do all?": "一炮雙響時，只由先輪到的一家食糊，還是都食糊？", "The first in turn": "先輪到的一家", "All of them": "都食糊",
  "Does a player who fed a hand of the limit pay for all?": "餵出封頂牌的一家是否包牌？", No: "否", "Yes, for a hand of the limit": "是，封頂牌時",
  "Correct a tile first": "先改牌", "Did anybody else win on this discard?": "這張牌還有別人食糊嗎？", "{name} too": "{name}也食糊", Nobody: "沒有人",
  "A hand of the limit: does anybody pay for all?": "封頂牌：有人包牌嗎？",
};

export const words = { ...start, ...houses, ...setup, ...table, ...entry };
