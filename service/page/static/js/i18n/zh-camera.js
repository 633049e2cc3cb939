// The viewfinder's words in Traditional Chinese, fetched with it.

export const words = {
  "{n} tile seen": "看到 {n} 張牌",
  "{n} tiles seen": "看到 {n} 張牌",
  "Too dark. Switch on a light.": "太暗，請開燈。",
  "No tiles seen yet.": "還看不到牌。",
  "Too far away. Move closer: {seen}": "太遠，請靠近：{seen}",
  "There is glare on the tiles. Tilt the phone: {seen}": "牌面反光，請傾斜手機：{seen}",
  "Opening the camera …": "正在開啟相機…",
  "Take the photo": "拍攝",
  Camera: "相機",
  "Phone's camera": "手機相機",
  "Close the camera": "關閉相機",
  "The camera may not be used here. Take the photo with the phone's camera.": "這裏不能使用相機，請用手機相機拍照。",
  "Another app is using the camera. Close it, or take the photo with the phone's camera.":
    "另一個程式正在使用相機，請關閉它，或用手機相機拍照。",
  "No camera was found. Choose a photo, or take it with the phone's camera.":
    "找不到相機，請選擇照片或用手機相機拍照。",
  "This phone has too little memory free to name tiles itself. Photos are read as before.":
    "手機記憶體不足，不能自行認牌，照片照常讀取。",
  "What names the tiles on this phone could not be loaded. Photos are read as before.":
    "手機認牌所需的檔案未能載入，照片照常讀取。",
  "Name the tiles while you aim (loads {n} MB, once)": "對準時即時認牌（只需下載一次，{n} MB）",
  "Loading {n} MB, once …": "正在下載 {n} MB，只需一次…",
  "Starting …": "正在啟動…",
  "Take the photo by itself": "自動拍攝",
  "Hold still: {seen}": "請拿穩：{seen}",
  "All {size} tiles: hold still …": "{size} 張齊全，請拿穩…",
  "All {size} tiles. Take the photo.": "{size} 張齊全，可以拍攝。",
  "{n} of {size} tiles. One is missing or hidden, perhaps:": "{size} 張中的 {n} 張，欠一張或被遮住，可能是：",
  "{n} of {size} tiles. One is missing or hidden.": "{size} 張中的 {n} 張，欠一張或被遮住。",
  "{n} of {size} tiles": "{size} 張中的 {n} 張",
  "{size} tiles, but they make no winning hand yet.": "{size} 張牌，但未成食糊牌型。",
  "{n} tiles, more than a hand. Show the hand alone.": "{n} 張牌，多於一手，請只拍這一手。",
  "The phone's own look saw the same tiles.": "手機自己看到的牌也一樣。",
  "The phone's own look saw other tiles. Compare them with the table.": "手機自己看到的牌不一樣，請與枱上核對。",
  "Only this phone has looked at these tiles. Compare them with the table.": "只有這部手機看過這些牌，請與枱上核對。",
};
