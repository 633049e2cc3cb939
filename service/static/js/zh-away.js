// Traditional Chinese for a lost connection and for what waits to be sent.

export const away = {
  "The photo waits to be sent": "照片等待傳送", "Send it now": "立即傳送",
  "The table's computer does not answer. The photo is kept here and sent by itself as soon as it does: leave this page open.": "伺服器沒有回應。照片暫存於此，恢復後會自動傳送，請勿關閉此頁。",
  "Many photos are being read just now. This one is sent again by itself in a moment: leave this page open.": "正在辨認許多照片，稍後會自動再傳送，請勿關閉此頁。",
  offline: "離線", "no connection": "沒有連線", "No connection": "沒有連線", "Connected again": "已重新連線", "The other language could not be fetched. Try again when the connection is back.": "未能載入另一語言，請恢復連線後再試。",
  "This is the table as it was at {time}.": "以下是{time}時的麻雀枱。", "The table's computer does not answer.": "伺服器沒有回應。",
  "What you record now is kept on this phone and sent when the connection returns.": "現在的紀錄會存在此手機，恢復連線後送出。", "It will be up to date again by itself.": "恢復連線後會自動更新。",
  "Meanwhile at the table:": "其間枱上：", "Not recorded: the table has moved on since.": "未有記錄：麻雀枱其間已有變化。", "Look at it again": "再看一次", "Record it now": "現在記錄", "It is not needed any more": "不再需要",
  "Throw this entry away?": "丟棄這項紀錄？", "It has not been sent yet. Nobody else has seen it.": "尚未送出，其他人看不到。", "Throw it away": "丟棄", "Please look at this": "請看看這項",
  "One entry waits to be sent": "有一項等待送出", "{n} entries wait to be sent": "有 {n} 項等待送出", "It is kept on this phone, also when the page is closed. The points below do not have it yet.": "已存在此手機，關閉網頁也不會遺失；下方分數尚未計入。",
  "A win is being entered": "正在輸入食糊", "Who won is not entered yet.": "尚未輸入誰食糊。", "Entered on {name}'s phone": "由{name}的手機輸入",
  "Another phone is entering this win, too: both show the same.": "另一部手機也在輸入這次食糊，兩邊內容已同步。", "{name} is entering this win, too: both phones show the same.": "{name}也在輸入這次食糊，兩部手機內容已同步。",
  "Go on with the other phone's win?": "改為繼續另一部手機的食糊？", "What is entered on this phone is thrown away, and both phones show the same.": "此手機已輸入的內容會丟棄，兩部手機顯示相同內容。", "Go on with it": "繼續那一項",
  "Another phone is entering a win that is not the same as this one:": "另一部手機正在輸入另一次食糊：", "Go on with that one": "改為那一項",
  "Kept on this phone. It is sent when the connection returns.": "已存在此手機，恢復連線後送出。", "Keep it and send it later": "先存起，稍後送出",
  "What this hand is worth is counted when the connection returns. Until then it is kept on this phone.": "恢復連線後才計算這手牌，在此之前存在此手機。",
};

export const afterwards = {
  "The picture could not be handed on. Save it instead.": "未能分享圖片，請改為儲存。", "Picture of the standings: {words}": "名次圖片：{words}", "Press and hold the picture to share or save it.": "長按圖片即可分享或儲存。", "Save the picture": "儲存圖片",
  "Share the text": "分享文字", "Share a picture": "分享圖片", "Score sheet to print": "計分表（可列印）", "Score sheet": "計分表", Print: "列印", Hand: "局", "What happened": "經過", Points: "分數",
  "Kept photos": "保留的照片", "A photo": "照片", "Photo of {title}": "{title}的照片", "kept until {day}": "保留至 {day}", "Delete this photo": "刪除這張照片",
  "Only who may record at this table sees them. They are deleted by themselves on the day given.": "只有本枱的記錄者看得到，到期會自動刪除。", "No photo is kept. When a hand is read from a photo, the page offers to keep it.": "沒有保留照片。用照片輸入手牌時可選擇保留。",
  "Keep this photo with the hand for {n} days": "把照片連同這局保留 {n} 天", "The photo could not be kept: {reason}": "未能保留照片：{reason}",
};
