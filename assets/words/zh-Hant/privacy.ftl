# 保存了誰的哪些資料、如何取得、如何刪除。

deleted-player = 已註銷的玩家
refused-gone = 該玩家已刪除自己的資料，無法再邀請。
command-privacy = 隱私
command-privacy-about = 保存了你的哪些資料；以檔案取得，或刪除
option-privacy = 內容
option-privacy-about = 要做什麼；不填則說明保存了哪些資料
choice-policy = 保存什麼，為什麼
choice-export = 以檔案取得我的資料
choice-delete = 刪除我的資料
policy-title = 本機器人保存了你的哪些資料
policy-kept = 保存的有：你的帳號編號和名字、你使用的語言、你的個人設定、你的對局及每一步和時間、你的成績、你的遊戲幣及其收支、機器人發給你的訊息的位置，以及管理員對你做過或你作為管理員做過的事：封鎖、取消的對局和所寫的理由。除指令外，你在聊天裡寫的內容都不保存。
policy-why = 用途：進行對局、重啟後繼續、核對發牌、排行榜。不會交給別人；機器人的管理者能看到全部資料，包括未打完的牌。
policy-seen = 在你玩牌的地方，別人能看到你的名字、牌桌上的經過，以及一局結束後你的牌。
policy-long = 對局和成績永久保存，你的名字保留到你刪除資料為止。已處理訊息的編號在 { $days } 天後清除。機器人管理者製作的備份會保留當時的內容，直到備份被丟棄。
policy-rights = 你隨時可以以檔案取得全部資料，或刪除資料：{ $export }、{ $delete }。
policy-stays = 刪除後，你的對局以「已註銷的玩家」的名義保留，不帶你的名字，這樣其他人的積分仍然正確。管理員做過的事也會保留，但不含關於你的理由；如果你在某處被封鎖，會為此保留你的帳號編號。已發到聊天裡的訊息會留在那裡。
policy-page = 在本頁請用下面的按鈕。
button-export = 以檔案取得我的資料
button-delete = 刪除我的資料…
button-delete-sure = 是，全部刪除
button-keep = 保留我的資料
export-here = 這是保存的關於你的全部資料。檔案裡有你在已結束牌局中的牌，請自己保管。
export-large = 你的檔案太大，無法在這裡傳送。機器人的管理者可以產生它：jinlami person { $account }
delete-title = 要刪除保存的關於你的全部資料嗎？
delete-matches =
    { $n ->
        [0] 你目前沒有進行中的對局或挑戰。
       *[other] 你有 { $n } 場未結束的對局或挑戰，都會被放棄：正在打的對局判負。
    }
delete-goes = 會刪除：你的名字、帳號、語言和設定、你加入發牌的話、管理員關於你和你的對局所寫的理由，以及機器人發給你的私訊的位置。
delete-stays = 會以不帶名字的方式保留：你已結束的對局，歸於「已註銷的玩家」。對手的成績繼續有效。已發到聊天裡的訊息不會更動，管理員對你帳號的封鎖繼續有效，帳號編號僅為此保留。
delete-undo = 此操作無法復原。如果以後可能需要，請先以檔案取得資料。
delete-again = 最後確認：真的要永久刪除保存的關於你的全部資料嗎？
delete-kept = 沒有刪除任何資料。
delete-old = 這個確認已經過期，請重新發起刪除。
delete-nothing = 沒有保存關於你的任何資料。
delete-barred =
    { $n ->
       *[other] 關於你只保存了帳號編號，因為有 { $n } 處的管理員封鎖了它。
    }
delete-clean = 不再保存任何能說明你是誰的資料。
delete-done =
    { $n ->
        [0] 已完成：你的資料已刪除。
       *[other] 已完成：放棄了 { $n } 場對局或挑戰，你的資料已刪除。
    }
delete-afterwards = 隨時歡迎你作為新玩家回來。本聊天裡的舊訊息可由你自己刪除。
refused-privacy = 「{ $text }」不是 policy、export 或 delete。
