// The screen of trust in Traditional Chinese: hardly anybody opens it twice, and all others are spared its words.

export const words = {
  "Trust this service": "信任這個服務",
  "This page comes from a computer in your network. Nobody outside vouches for that computer, so it vouches for itself, and browsers warn until they are told to trust it.":
    "這一頁來自你網絡內的一部電腦。外面沒有人為它作保，所以它自己作保；瀏覽器會警告，直到你叫它信任為止。",
  "If you go on past the warning": "略過警告繼續的話",
  "The live camera, a screen that stays awake, and the share menu work.": "實時鏡頭、螢幕長亮、分享選單都用得到。",
  "Once this device trusts it": "這部裝置信任之後",
  "There is no warning any more, and the page opens without a connection, too.": "不再有警告，沒有連線也開得到這一頁。",
  "Is it the right one?": "是不是這一個？",
  "The computer prints the same fingerprint (SHA-256), and the device shows it before or after installing:":
    "那部電腦會印出同一個指紋（SHA-256），裝置在安裝前後也會顯示：",
  "Trust it only if you trust who runs that computer. It can vouch for this computer and for others in its network, and for no address on the internet.":
    "信得過管理那部電腦的人才好信任它。它只可為這部電腦及同一網絡內的電腦作保，不可為互聯網上的地址作保。",
  "See whether it is trusted": "看看信任了沒有",
  "This device trusts the service. Everything works.": "這部裝置已信任這個服務，全部功能都可用。",
  "This device does not trust the service yet.": "這部裝置還未信任這個服務。",
  "Show how": "看做法",
  "Download the certificate": "下載憑證",
  Android: "Android",
  "Download the certificate; it goes into Downloads.": "下載憑證，檔案會存到「下載」。",
  "In the settings, search for “CA certificate”. It is below Security, Encryption and credentials, Install a certificate.":
    "在設定中搜尋「CA 憑證」，它在「安全性」、「加密與憑證」、「安裝憑證」之下。",
  "Choose CA certificate, Install anyway, and the file tableside.crt.":
    "選「CA 憑證」、「仍要安裝」，再選檔案 tableside.crt。",
  "Chrome trusts it from now on. In Firefox: Settings, About Firefox, tap its picture seven times, go back, Secret Settings, Use third party CA certificates.":
    "Chrome 從此信任它。Firefox 要到「設定」、「關於 Firefox」，點圖示七下，返回後進入「Secret Settings」，開啟「Use third party CA certificates」。",
  "iPhone and iPad": "iPhone 與 iPad",
  "Open this page in Safari, download the certificate and tap Allow.": "用 Safari 開這一頁，下載憑證，點「允許」。",
  "In the settings, tap Profile Downloaded (or General, VPN & Device Management), and Install.":
    "在「設定」點「已下載描述檔」（或「一般」、「VPN 與裝置管理」），再點「安裝」。",
  "Then General, About, Certificate Trust Settings: switch on “{name}”. Without this step it is not trusted.":
    "然後到「一般」、「關於本機」、「憑證信任設定」，開啟「{name}」。少了這一步就未算信任。",
  Windows: "Windows",
  "Download the certificate and open it; choose Install Certificate and Current User.":
    "下載憑證並打開，選「安裝憑證」及「目前使用者」。",
  "Choose Place all certificates in the following store, Browse, Trusted Root Certification Authorities.":
    "選「將所有憑證放入以下的存放區」、「瀏覽」、「受信任的根憑證授權單位」。",
  "Finish, say Yes to the question, and start the browser anew.": "按「完成」，答「是」，再重新啟動瀏覽器。",
  Mac: "Mac",
  "Download the certificate and open it: Keychain Access takes it in, under login.":
    "下載憑證並打開，「鑰匙圈存取」會把它收進「登入」。",
  "Open “{name}” there, unfold Trust, and choose Always Trust.": "在那裏打開「{name}」，展開「信任」，選「永遠信任」。",
  "Linux, and Firefox anywhere": "Linux，以及各系統的 Firefox",
  "Download the certificate.": "下載憑證。",
  "Chrome: open chrome://certificate-manager, Local certificates, Installed by you, and import it under Trusted Certificates.":
    "Chrome：開 chrome://certificate-manager，「本機憑證」、「由你安裝」，在「信任的憑證」匯入。",
  "Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import, Trust this CA to identify websites.":
    "Firefox：「設定」、「隱私權與安全性」、「檢視憑證」、「憑證機構」、「匯入」，選信任它識別網站。",
  "Take your tables along": "把牌枱帶過去",
  "At the secure address this device does not know its tables yet. Open each of them once by this link.":
    "在安全的網址，這部裝置還不認得它的牌枱。請逐個用這些連結開一次。",
  "Continue to the page": "前往頁面",
};
