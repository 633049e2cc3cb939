// The page in Traditional Chinese: what is written in English where it is used, and its translation.

import { afterwards, away } from "./zh-away.js";
import { camera, refusals } from "./zh-refusals.js";
import { rules } from "./zh-rules.js";
import { words as start } from "./zh-start.js";

const ways = {
  "Photograph the winning hand; see what it is worth, why, and who pays what.": "拍下食糊的牌，即知番數或分數、原因，以及誰付多少。",
  "Play on": "繼續牌局", "New game": "新牌局", "A game": "牌局", watching: "旁觀", "Forget this game on this phone": "在此手機上移除這局",
  "Two players have the same name. Give each their own, so that nobody is mixed up.": "有兩位玩家同名，請各用不同名字，以免混淆。",
  "deals first": "先做莊", "goes after East": "東家下家", "across from East": "東家對家", "goes before East": "東家上家", Name: "姓名",
  "Which rules do you play?": "用哪一套規則？", "What the table agrees on": "本枱約定", "Start the game": "開始", "Try again": "再試一次",
  "Tile pictures: own drawings; characters from LXGW WenKai (SIL Open Font Licence).": "牌面圖案為自繪；字形取自霞鶩文楷(SIL 開放字型授權）。",
  "Usual agreements": "常見約定", "Our house rules": "本枱規矩", "Set as the rule sheet has it. Change only what your table plays differently.": "已按規則書預設，只需更改你們打法不同之處。",
  "Points to each other player": "付給其他每人的分數", none: "無", "the limit": "封頂",
  "Take a photo": "拍照", "Fill the picture with the hand, from above": "由上而下，讓手牌填滿畫面", "Choose a photo": "選擇照片", "From this phone's pictures": "從手機相簿中選",
  "Enter the tiles": "輸入牌張", "Tap them one by one": "逐張點選", "Only the faan": "只輸入番數", "When the table agrees without counting": "全枱已同意，不必計算",
  "Only the points": "只輸入分數", "When the table counts for itself": "全枱自行計算", "The tiles of the hand": "手牌",
  "No connection. Trying again …": "沒有連線，正在重試…", "Sending the photo …": "正在傳送照片…", "Reading the tiles …": "正在辨認牌張…",
  "The photo that is being read": "正在辨認的照片", Stop: "停止", "The photo was not read": "未能辨認照片", "Another photo": "另拍一張", "Start over": "重新輸入",
  "One tile is marked with “?”: tap and check.": "有一張牌標有「?」，請點選核對。", "{n} tiles are marked with “?”: tap and check.": "有 {n} 張牌標有「?」，請點選核對。",
  "It is right": "沒有錯", "All are right": "全部沒有錯", "+ Add tiles": "+ 加牌", "Add what is missing": "補上欠缺的牌", "Done adding": "加牌完成",
};

const tiles = {
  "face-down tile": "蓋着的牌", Characters: "萬子", Dots: "筒子", Bamboo: "索子", "Winds and dragons": "番子", "Flowers and seasons": "花牌",
  "Single tile": "單張", "Exposed set": "落地牌", "Concealed kong": "暗槓", "Add tiles": "加牌", "No set of this tile is left.": "這張牌已不能成組。", "Another tile": "另一張",
  "What the next tile becomes": "下一張牌作為", "Take the last one away": "移去最後一張", "In the hand": "手牌", Sets: "已成組", "No tiles yet.": "尚未有牌。",
  "exposed kong": "明槓", "exposed set": "落地牌", "added kong": "加槓", "concealed kong": "暗槓", "concealed set": "暗組", won: "糊", "please check": "請核對",
  "{n} of 14 tiles": "{n}/14 張", "{n} of 13 tiles": "{n}/13 張", "Beside the hand: {n} not counted": "手牌以外：{n} 張不計",
  "The photo with the recognised tiles": "照片與辨認出的牌", "The photo itself is not here: these are the outlines of its tiles.": "照片不在此手機，這裏只有各牌的輪廓。", Labels: "標示", "Whole photo": "整張照片", "{tile}, beside the hand": "{tile}，在手牌以外",
  "{n} to check": "{n} 張待核對", "Compare with the table": "請與枱上核對", "How the hand was divided": "牌組劃分",
  "Perhaps one of these": "可能是其中一張", "Exposed kong": "明槓", "Add to the set": "加入牌組", "Take the set back into the hand": "整組收回手牌",
  "It belongs to the hand": "屬於手牌", "Only this tile into the hand": "只把這張收回手牌", "Not part of the hand": "不屬於手牌", "Remove this tile": "移去這張",
  "{n} % sure": "{n}% 把握", "This tile did not win": "不是糊這張", "This tile won": "糊這張", "Change it to": "改為", "Its place": "位置",
  "Exposed kong, from a discard": "明槓（槓打出的牌）", "Exposed kong, added to a pung": "加槓（碰後加槓）", "This set": "這一組", "Take it back into the hand": "收回手牌", "Remove the set": "移去這組",
  "Tap the tile that won.": "請點選糊的那一張。", "Now tap the tile that won.": "請點選糊的那一張。", "Which tile won?": "糊哪一張？", "Done with this hand": "這手牌完成", "Next: {name}'s hand": "下一手：{name}", "Leave this hand unknown": "這手牌不輸入", "{name}'s hand cannot be right: look at it": "{name}的手牌有誤：查看", "Look at it": "查看", "{name} won, too: add the hand": "{name}也食糊：加入手牌", "It cannot be recorded yet: why?": "未能記錄：原因？",
  "These hands do not fit together": "這幾手牌不能並存", "The hands do not fit together: why?": "這幾手牌不能並存：原因？", "{names} have {n}, a set has {all}": "{names}共有 {n} 張，一副只有 {all} 張",
  "Compare both hands with the table: a tile was read wrongly, or one hand was photographed twice.": "請與枱上逐一核對：有牌認錯，或同一手牌拍了兩次。", "Look at {name}'s hand": "查看{name}的手牌", "Go on: the tiles": "繼續：輸入牌張", "{name}'s hand is still unknown: add it": "{name}的手牌未輸入：加入",
};

const win = {
  "A win": "食糊", "Who won?": "誰食糊？", "How?": "怎樣食糊？", "How did {name} get the last tile?": "{name}怎樣得到最後一張？", "Drew it from the wall": "自摸", from: "出銃",
  "For a robbed kong, choose the player whose kong it was.": "搶槓請選被搶槓的一家。", "Whose hand?": "誰的手牌？", entered: "已輸入", unknown: "不詳", "{name}'s hand": "{name}的手牌",
  "{name}, self-drawn": "{name}自摸", "{name}, from {other}": "{name}食糊，{other}出銃", "Drop this entry?": "放棄這次輸入？",
  "The tiles and choices entered so far are thrown away. The table is not changed.": "已輸入的牌與選項都會清除，牌局不變。", "Drop it": "放棄",
  "Meanwhile another phone recorded something. Seats and points below are the new ones: check that this win is still to be entered.": "另一部手機剛有紀錄，以下座位與分數是最新的；請確認這次食糊仍要輸入。",
  "Yes, go on": "是，繼續", "One step back": "上一步", Cancel: "取消", "Step {n} of {all}": "第 {n} 步，共 {all} 步", "Setting an older hand right": "更正以前一局", "Set it right": "更正",
  "Anything special?": "有沒有特別情況？", "One special": "一項特別情況", "{n} special": "{n} 項特別情況", "The other three hands": "其餘三家的手牌", "They count too. A hand left unknown counts 0.": "其餘三家也計分，不詳的作 0 分。",
  "Recording …": "記錄中…", Record: "記錄", "Record: {name} {points}": "記錄：{name} {points}", "Counting …": "計算中…",
  faan: "番", point: "分", points: "分", limit: "封頂", "Nothing here earns anything.": "沒有可計的番或分。",
  "the limit covers it": "已包括在封頂內", "part of: {row}": "已包括在：{row}", "{n} more is in the hand, but not counted": "另有 {n} 項成立但不計", "{n} more are in the hand, but not counted": "另有 {n} 項成立但不計",
  "{n} more was nearly there": "另有 {n} 項只差一點", "{n} more were nearly there": "有 {n} 項只差一點",
  "needs closed sets; on the table:": "須為門清；已攤開：", "needs a drawn tile": "須自摸", without: "須沒有", "needs as well": "還須有", needs: "須以", "in place of": "代替",
  "How many faan?": "多少番？", "One less": "減一", "One more": "加一", "This is the most that counts at this table.": "這是本枱的上限。", "From {minimum} to {cap} at this table.": "本枱由 {minimum} 至 {cap} 番。",
  "Enter the tiles instead": "改為輸入牌張", "What is each hand worth?": "每家多少分？", "Enter what {name}'s hand is worth.": "請輸入{name}的分數。", "empty counts 0": "留空作 0 分",
  "What everybody scores": "各家得分", Payments: "收付", "owes {due} and has only {points}": "應付 {due}，只有 {points}", "{points} in all": "共 {points}", "discarded the tile": "出銃", "Still to be moved": "尚須收付",
  "One hand is unknown and counts 0.": "一家不詳，作 0 分。", "{n} hands are unknown and count 0.": "{n} 家不詳，作 0 分。", "What this changes": "更正後的變動", "Entry {n}": "第 {n} 項",
  "until now": "原來", "from now on": "更正後", "Points now": "現時分數", "Points then": "更正後分數",
  "With the very first draw": "第一摸食糊", "With the hand as dealt": "起手即食糊（天糊）", "Ready from the deal": "起手叫糊", "On the very first discard": "食第一張打出的牌",
  "Last tile of the wall": "海底撈月", "Last discard of the hand": "食最後一張", "Replacement after a kong": "槓上自摸", "Replacement after a flower": "花上自摸", "Robbed a kong": "搶槓",
};

const table = {
  East: "東", South: "南", West: "西", North: "北", "{wind} round": "{wind}圈", "{wind} seat": "{wind}位", "Hand {n}": "第 {n} 局", "{n} points": "{n} 分", "Dealer, first": "莊家，先行", Dealer: "莊家", "Goes first": "先行",
  "Tap if {name} won": "{name}食糊請點選", "Last: {what}": "上一局：{what}", "The game is over": "牌局結束", "Nobody won?": "流局？",
  "The wall ran out. Nobody pays, and the same player deals again.": "牌牆摸完，無人付分，連莊再打。", "The wall ran out. Nobody pays, and the next player deals.": "牌牆摸完，無人付分，下家做莊。",
  "Record the draw": "記錄流局", "Take the last entry back?": "撤回上一項？", "Points, winds and dealer go back to what they were. The history keeps both.": "分數、風位與莊家還原，紀錄兩者都保留。", "Take it back": "撤回",
  "This phone watches. To record hands too, ask whoever keeps the score to share “To play and record” with you.": "此手機為旁觀。若也要記錄，請向記分者索取「參與並記錄」連結。",
  "Go on with the win you began": "繼續未完成的輸入", "Somebody won": "有人食糊", "Draw, nobody won": "流局", "Take back last hand": "撤回上一局", "False win, seats, points …": "詐糊、換位、調分…",
  "All games": "所有牌局", live: "連線", History: "紀錄", Share: "分享", "The table": "麻雀枱", "Standings, statistics, settlement": "名次、統計、結算", "The table cannot be shown": "未能顯示麻雀枱", "Back to the table": "返回麻雀枱",
  "Mahjong table": "麻雀枱", "QR code of this link": "此連結的二維碼", "another phone": "另一部手機", "The link is copied.": "連結已複製。", "Press and hold the link to copy it.": "長按連結以複製。", "Share this table": "分享這枱", "Point the camera of another phone in the same network at a code, or send the link.": "用同一網絡內另一部手機的鏡頭掃描二維碼，或傳送連結。", "This address works on this computer only. Start the service with --host 0.0.0.0 and open the page by the address it prints; then share.": "此網址只適用於這部電腦。請以 --host 0.0.0.0 啟動服務，開啟它顯示的網址後再分享。", "To play and record": "參與並記錄", "Whoever opens this link can record hands.": "開啟此連結的人可以記錄。",
  "The game is deleted": "牌局已刪除",
  "The game is deleted.": "牌局已刪除。",
  "Delete this game": "刪除這局",
  "Delete this game …": "刪除這局…",
  "Delete this game?": "刪除這局？",
  "Delete for good": "永久刪除",
  "For every phone, and for good. Only whoever started the game can.": "所有手機都會刪除，不能復原。只有開局者可以刪除。",
  "Names, points, the whole history, kept photos and the win being entered are gone for every phone, for good. Download the history first if you want to keep it.": "名字、分數、全部紀錄、保留的照片與輸入中的食糊都會在所有手機上永久刪除。如要保留紀錄，請先下載。",
  "To watch": "旁觀", "Whoever opens this link sees the table, live.": "開啟此連結的人可即時觀看。", "Close this message": "關閉訊息", Close: "關閉", "No, go back": "不，返回",
  "False win": "詐糊", "Change seats": "換位", "Move points": "調分", "End the game": "結束牌局", More: "更多", "By the rules of this table it costs nothing. It is written down.": "按本枱規矩不罰，只作紀錄。",
  "They pay everybody as much as for a self-drawn limit hand.": "須付每家封頂自摸之數。", "They pay {n} points to each other player.": "須付其他每家 {n} 分。", "Who declared a win that was none?": "誰詐糊？", "A tap on the name records it. It can be taken back.": "點名字即記錄，可以撤回。",
  "Each player sits on one seat only.": "每人只能坐一個位。", "Points go with the players, winds stay with the seats.": "分數跟人走，風位不變。", "What one gets, another gives: together they make 0.": "有人得就有人付，合計須為 0。", "Why?": "原因？",
  "End the game now?": "現在結束牌局？", "The standings stay as they are. Taking the last entry back opens the game again.": "名次不變；撤回上一項可重開牌局。",
};

const after = {
  "The game begins": "牌局開始", "The last hand": "上一局", "Counted by the rules as they are now.": "按現行規則計算。", "Nobody won": "流局", "{name} won, self-drawn": "{name}自摸", "{name} won": "{name}食糊", "{name} won, from {other}": "{name}食糊，{other}出銃", "The last entry was taken back": "撤回上一項",
  "Points were moved": "調分", "{name} declared a win that was none": "{name}詐糊", "Players changed seats": "玩家換位", "The table ended the game": "全枱結束牌局", "An older entry was set right": "更正以前一項",
  "{name} could not pay {points}": "{name}不足 {points} 分", "This entry does not count": "這項不計", "taken back": "已撤回", "set right": "已更正", "Set this hand right": "更正這局", "Save as a table (CSV)": "儲存為表格(CSV)",
  "It is set right.": "已更正。", "What follows is settled anew, as if it had been told so from the start. The history keeps both.": "其後各局會重新結算，如同一開始就這樣記錄；紀錄兩者都保留。",
  "Change who won, the tiles or the points": "更改食糊者、牌張或分數", "Nobody won this hand": "這局流局", "This hand was never played": "沒有打過這局",
  "Points over the hands, from {low} to {high}": "各局分數走勢，由 {low} 至 {high}", Won: "食糊", "Self-drawn": "自摸", "Fed a win": "出銃", "Points a win": "平均分數", "Faan a win": "平均番數", "Most in a row": "最多連續食糊", Statistics: "統計",
  "By these rules the scores only add up; nobody pays.": "這套規則只累計分數，不用付。", "Nobody owes anything.": "互不相欠。", "{name} gives {other}": "{name}付{other}", "{wind} round, hand {n}": "{wind}圈第 {n} 局",
  "The text is copied.": "文字已複製。", "Press and hold the text to copy it.": "長按文字以複製。", "The standings as a text": "名次文字", "So far": "至今", "Points over the hands": "各局分數", "To settle now": "現時結算", "For the group chat": "傳到群組",
};

const problems = {
  "A hand that did not win has at most 13 tiles, a kong counting as three. Here are {n}.": "未食糊的手牌最多 13 張，槓作三張計。現有 {n} 張。", "{n} missing": "欠 {n} 張", "{n} too many": "多 {n} 張",
  "A winning hand has 14 tiles, a kong counting as three. Here are {n}: {odd}.": "食糊須有 14 張，槓作三張計。現有 {n} 張，{odd}。", "Only one thing is missing: the tile that won.": "只欠一項：糊哪一張。",
  "These tiles do not make a winning hand. Compare them with the table, tile by tile.": "這些牌不成糊，請逐張與枱上核對。", "There are more of one tile than a set has: four of each, one of each flower and season.": "有牌多於一副之數：每種四張，花牌每種一張。",
  "{faan} faan: this table plays with at least {minimum}, so {short} is missing. The win does not count.": "{faan} 番：本枱起糊 {minimum} 番，還欠 {short} 番，不能食糊。", "{faan} faan: this table plays with at least {minimum}, so {short} are missing. The win does not count.": "{faan} 番：本枱起糊 {minimum} 番，還欠 {short} 番，不能食糊。",
  "The hand has fewer faan than this table asks for. The win does not count.": "番數不足起糊，不能食糊。", "A tile lies face down. Tap it and say which tile it is.": "有一張牌蓋着，請點選並說明是哪一張。",
  "By these rules a discard may not complete the eyes, only a drawn tile may.": "按這套規則，眼只可自摸，不可食別人打出的牌。", "A kong added to a pung is not allowed by these rules.": "這套規則不可加槓。",
  "The circumstances do not fit together or do not fit this win. Take one away.": "所選情況互相矛盾或與這次食糊不符，請取消一項。", "Only the winner's hand is scored in this game.": "這局只計食糊者。",
  "A marked tile was taken for another than it looks like, or can hardly be seen. Compare it with the table.": "有一張標示的牌看來像別的牌，或看不清楚，請與枱上核對。",
  "This hand wins only if the marked tiles are right: they look like others, or can hardly be seen. Compare them with the table.": "標示的牌無誤才能食糊：它們看來像別的牌，或看不清楚。請與枱上核對。", "The marked tiles are right": "標示的牌無誤", "if the marked tiles are right": "標示的牌無誤才算",
  "Take it as it looks:": "改用看到的牌：", "This is the hand as it looks in the photo.": "這是照片上看到的手牌。", "Take the hand that wins:": "改用能食糊的牌：", "A set is not complete. Tap its tiles and put them right.": "有一組不完整，請點選更正。", "The hand was refused ({name}).": "手牌不被接受({name})。",
  "This phone may only watch. Ask whoever started the game to share the writing link.": "此手機只可旁觀，請向開局者索取記錄連結。", "This phone's writing link is not valid for this game. Ask for a new one.": "此手機的記錄連結不適用於這局，請索取新的。",
  "There is no such game here. Perhaps the link was cut short: ask for it again.": "沒有這局；連結可能不完整，請再索取。", "Somebody else recorded something meanwhile. Look at the table, then confirm again.": "其間有人作了紀錄，請看過麻雀枱後再確認。",
  "This game was deleted by whoever started it.": "開局者已刪除這局。",
  "This game is over. Take the last hand back to play on, or start a new game.": "牌局已結束。撤回上一局可繼續，或開新局。", "There is no hand left to take back.": "沒有可撤回的。", "This entry was changed after it had been sent. Go back one step and confirm again.": "送出後內容有變，請返回上一步再確認。",
  "The photo is too large. Take it again from a little farther away, or choose a smaller one.": "照片太大，請稍遠再拍，或選較小的。", "The photo is too large. Choose a smaller one.": "照片太大，請選較小的。", "The photo has too many pixels. Choose a smaller one.": "照片像素太多，請選較小的。",
  "Very many phones of this network follow their tables here. Close tables that nobody looks at.": "同一網絡太多手機在看牌局，請關閉無人看的頁面。",
  "Very many phones of this network are connected. Close pages that nobody looks at, then try again.": "同一網絡連線太多，請關閉無人看的頁面再試。",
  "The table's computer has no room for the photo. Somebody has to make room on its disk.": "伺服器沒有空間存放照片，請騰出磁碟空間。",
  "This photo takes too much work to open. Choose a smaller one, or take it again.": "這張照片太難開啟，請選較小的，或重拍。",
  "This file is not a photo that can be read. Choose a JPEG, PNG, WebP or HEIC photo.": "此檔案不是可讀的照片，請選 JPEG、PNG、WebP 或 HEIC。", "This kind of file cannot be read. Choose a JPEG, PNG, WebP or HEIC photo.": "不支援這類檔案，請選 JPEG、PNG、WebP 或 HEIC。",
  "The file is empty. Take the photo again.": "檔案是空的，請重拍。", "Only part of the photo arrived. Send it again.": "照片只收到一部分，請再傳送。", "This service cannot read photos at the moment. Enter the tiles by hand.": "目前未能辨認照片，請手動輸入牌張。", "Many photos are being read just now. Try again in a moment.": "正在辨認許多照片，請稍後再試。",
  "The circumstances do not fit this hand.": "情況與手牌不符。", "The winner's hand or points are missing.": "欠食糊者的手牌或分數。", "Together the four changes must make 0.": "四家合計須為 0。", "A later hand cannot be settled in the new winds. Set that one right first.": "其後有一局在新風位下不成立，請先更正該局。",
  "After this correction the game would have ended earlier.": "更正後牌局會提早結束。", "No hand scores less than 0.": "分數不可少於 0。", "This table's rules do not allow that option.": "這套規則不容許這個選項。", "Something you entered is not allowed. Check the numbers.": "輸入的內容不被接受，請檢查數字。",
  "Something went wrong. Try again.": "出了問題，請再試。", "The table's computer does not answer. Nothing is lost: check the connection and try again.": "伺服器沒有回應。資料沒有遺失，請檢查連線再試。", "The service answered with the error {status}. Try again in a moment.": "服務回應錯誤 {status}，請稍後再試。",
  "One tile appears more often than it can. Check the marked ones.": "有牌張數過多，請核對標示的牌。",
  "No row of tiles was found. Lay the hand in a row, fill the picture with it, or enter the tiles by hand.": "找不到一排牌。請把手牌排成一行並填滿畫面，或手動輸入。", "A tile lies face down. Tap it and say which it is.": "有一張牌蓋着，請點選並說明。",
};

const reasons = {
  "is for the round of {winds}": "須為{winds}圈", "is for the seat of {winds}": "須為{winds}家", " or ": "或", "counts instead: {row}": "改計：{row}",
  "another reading is worth more: {more} instead of {less}": "另一種拆法較高：{more}，這樣拆只有 {less}", "another reading is worth as much: {more}": "另一種拆法同樣有 {more}，先計", "another reading reaches the minimum": "另一種拆法才夠起糊番數",
  "another player's tile completed a set of it; drawn from the wall: {n}": "有一組由別家的牌湊成，作明牌計；自摸則為 {n}", "The underlined set was completed by another player's tile.": "底線標示的一組由別家的牌湊成。",
  "the limit, because all of it lay closed": "全部是暗牌，故封頂", "the limit, because nothing of it lay exposed before the win": "食糊前沒有攤開，故封頂", "Paid as a self-draw, whoever discarded.": "不論誰打出，都作自摸計。",
  "Four alike are not two of seven pairs by these rules.": "按這套規則，四張相同不算兩對。", "Four alike are not two of seven pairs, unless the table has agreed so under “Our house rules”.": "四張相同不算七對中的兩對，除非在「本枱規矩」另有約定。",
  "{name} got {points} less": "{name}少收 {points} 分", "gets {points} of {due}, in turn after who pays": "應收 {due}，按付分者下家起的次序只收 {points}",
  "A false win would cost nothing, as there is no limit. Agree on a limit, or on a number of points.": "未定封頂，詐糊便不用罰。請定封頂，或定下罰多少分。",
};

export const words = { ...ways, ...away, ...afterwards, ...camera, ...refusals, ...tiles, ...win, ...table, ...after, ...problems, ...rules, ...reasons, ...start };
