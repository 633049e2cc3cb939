// Traditional Chinese for what the service refuses.

export const refusals = {
  "This hand cannot be right. Compare it with the table, tile by tile.": "手牌有誤，請逐張與枱上核對。",
  "A hand has too many tiles or too few. A winning one has 14, a kong counting as three; the others have at most 13.": "有一手牌張數不對：食糊 14 張，其餘最多 13 張，槓作三張計。",
  "The page and the service do not understand each other. Load the page anew.": "網頁與服務版本不合，請重新載入網頁。",
  "Another phone began to enter a win at the same time. Look at it, then go on.": "另一部手機同時開始輸入食糊，請先看看再繼續。",
  "Only whoever started the game may do this.": "只有開局者可以這樣做。",
  "These are more photos than one hand needs. Choose fewer.": "一手牌不需要這麼多照片，請選少些。",
  "The connection is too slow: not all of it arrived in time. Try again nearer to the router.": "連線太慢，資料未能及時送達，請靠近路由器再試。",
  "That was a lot in one minute. Wait a moment, then try again.": "一分鐘內太多次了，請稍候再試。",
  "The service cannot write at the moment. Try again: nothing is recorded twice.": "服務暫時未能寫入，請再試；不會重複記錄。",
  "The disk of the table's computer is full. Nothing was changed; somebody has to make room there.": "伺服器的磁碟已滿，沒有更改任何資料，請清出空間。",
  "Something went wrong in the service. Nothing was changed; try again.": "服務出了問題，沒有更改任何資料，請再試。",
  "A record of this game is damaged. Whoever runs the service should look at it.": "這局有一項紀錄損壞，請服務管理者檢查。",
  "This game was played with a newer version of the service. Bring the service up to date.": "這局用較新版本的服務進行，請更新服務。",
  "This photo is not kept any more.": "這張照片已不再保留。", "This link is not valid any more.": "這個連結已失效。",
  "This service keeps no more house rules. Play by some that it has, or set the questions below.": "此服務保存的規則已達上限，請選用現有規則，或直接設定下列各項。",
  "The game keeps as many photos as it may. Delete one first.": "這局保留的照片已達上限，請先刪除一張。", "This game has given away as many links as it may. Take one back first.": "這局的連結已達上限，請先收回一個。",
  "This game is as long as a game can be. End it, and begin the next game of this table.": "這局的紀錄已達上限，請結束這局，再開下一局。", "Too much of this game has been set right already. Move the points by an adjustment instead.": "這局更正已達上限，請改用調整分數。",
  "The last link that may do everything cannot be taken away.": "最後一個開局者連結不能收回。",
  "Say who won.": "請說明誰食糊。", "Nobody wins from themselves. Choose another player.": "不能食自己打出的牌，請選另一位。", "Each winner is named once.": "每位食糊者只列一次。",
  "At this table only the first in turn wins a discard.": "本枱截糊，只有下一順位可食糊。", "Say who discarded the winning tile.": "請說明誰出銃。", "A tile from the wall was discarded by nobody.": "自摸沒有出銃者。",
  "Enter the tiles or the points, not both.": "請輸入牌張或分數，不要兩者。", "These rules do not have that.": "這套規則沒有這一項。", "A hand that nobody won has no winner.": "流局沒有食糊者。",
  "By the rules of this table nobody pays for all here.": "按本枱規矩，這裏無人包牌。", "This entry cannot be set right. Take it back instead.": "這項不能更正，請改為撤回。", "Choose one way to set the entry right.": "請選一種更正方式。",
  "These games were played for different stakes and cannot be settled together.": "這幾局的賭注不同，不能一併結算。", "These are more games than can be put together.": "牌局太多，不能合併。",
  "The service does not know these rules.": "服務不認識這套規則。", "Choose one file.": "請選一個檔案。", "This is no file of a game, or it is damaged.": "這不是牌局檔案，或檔案已損壞。", "This game is here already.": "這局已在這裏。", "A die shows 1 to 6.": "骰子只有 1 至 6。", "The file with the house rules has a mistake.": "本枱規矩檔案有錯。",
  "The tiles are small in this photo. A photo from nearer is read more surely.": "照片中的牌很小，靠近再拍會認得更準。", "The photo is dark. With more light it is read more surely.": "照片太暗，光線充足會認得更準。",
  "Light glares on the tiles. Tilt the phone or shade the lamp for a better photo.": "牌面反光，請傾斜手機或遮住燈光再拍。", "The photo is blurred. Hold the phone still for a better one.": "照片模糊，請拿穩手機再拍。",
};

export const camera = {
  "{n} tile seen": "看到 {n} 張牌", "{n} tiles seen": "看到 {n} 張牌", "Too dark. Switch on a light.": "太暗，請開燈。", "No tiles seen yet.": "還看不到牌。", "Too far. Come closer: {seen}": "太遠，請靠近：{seen}",
  "Light glares on the tiles. Tilt the phone: {seen}": "牌面反光，請傾斜手機：{seen}", "Opening the camera …": "正在開啟相機…", "Take the photo": "拍攝", Camera: "相機", "Phone's camera": "手機相機", "Close the camera": "關閉相機",
  "The camera may not be used here. Take the photo with the phone's camera.": "這裏不能使用相機，請用手機相機拍照。",
};
