# 管理員做了什麼，以及其他人會看到什麼。

challenge-cancelled = 管理員取消了這個挑戰。
over-cancelled = 管理員取消了這場對局，不計結果。
over-voided = 管理員已將此結果作廢，不再計入任何排行榜。
ruling-reason = 管理員的理由：{ $reason }
told-challenge-cancelled = 管理員取消了你的挑戰（{ $at }）。你可以重新發起。
told-cancelled = 管理員取消了你與 { $opponent } 的對局（{ $at }），不計結果。
told-voided = 管理員將你與 { $opponent } 的對局（{ $at }）的結果作廢，不再計入任何排行榜。
refused-no-result = 這場對局沒有計入成績的結果，無需作廢。
refused-voided = 這個結果已經作廢了。
refused-moderator = 只有管理員可以這樣做：能管理伺服器的人，或群組的管理員。
refused-cancel-over = 對局 { $id } 已經結束，可以將結果作廢。
refused-void-running = 對局 { $id } 還沒有結束，可以取消。
refused-log-anonymous = 紀錄只發給一個人，請用自己的名字來查。
admin-cancelled = 對局 { $id } 已取消，會通知雙方。
admin-voided = 對局 { $id } 的結果已作廢，排行榜如同沒有打過這場一樣。會通知雙方。
admin-log = 管理員在這裡做過的事，最新的在前
admin-log-empty = 還沒有紀錄。
admin-log-line = { $when } · { $who }：{ $what }
admin-anonymous = 匿名管理員
admin-deed =
    { $act ->
        [cancelled] 取消了對局 { $of }
        [voided] 將對局 { $of } 作廢
        [blocked] 封鎖了 { $of }
        [unblocked] 解除了對 { $of } 的封鎖
        [house] 設定了自訂規則
        [house-off] 取消了自訂規則
        [open-replay] 設定了誰能看重播
        [channel] 設定了對局只發在一個地方
        [channel-off] 恢復了對局到處都發
        [threads] 設定了討論串
        [zone] 設定了時區
        [zone-off] 取消了時區
        [limits] 設定了數量上限
        [season] 調整了賽季
        [absent] 設定了排行榜是否列出已離開的成員
        [team-renamed] 給隊伍改名
        [team-disbanded] 解散了隊伍
        [teams] 設定了誰能建立隊伍
        [events] 設定了誰可以建立賽事
        [event-cancelled] 取消了賽事 { $of }
        [schedule] 修改了賽事日程
       *[language] 設定了語言
    }
admin-deed-detail = { $what }（{ $detail }）
command-ginadmin-about = 管理這裡的金拉米
command-admin-cancel = 取消
command-admin-cancel-about = 結束一場對局或一個挑戰，不計結果
command-admin-void = 作廢
command-admin-void-about = 將一場對局的結果從所有排行榜上去掉
command-admin-log = 紀錄
command-admin-log-about = 管理員在這裡做過的事
option-reason = 理由
option-reason-about = 原因，寫給雙方和紀錄
elsewhere = 這裡的對局都發在一個地方。
button-games-channel = 前往對局
refused-full-channel = 這個地方最多同時進行 { $most } 場對局，請等一場結束。
refused-full-player = 這裡每位玩家最多同時參加 { $most } 場對局，請先打完。
refused-blocked = 這裡的管理員已禁止你在此處玩牌。你可以到別的地方玩。
refused-blocked-other = 這位玩家目前不能在這裡玩牌。請挑戰別人。
refused-block-self = 不能封鎖自己。
refused-block-nobody = 請指明一位玩家：選人、寫 @使用者名稱，或回覆對方的訊息。
refused-block-unknown = 我沒見過「{ $text }」。請改為回覆對方的訊息。
refused-channel = 說「here」只在這裡發對局，說「off」在哪裡都可以。
refused-threads-platform = Telegram 在這裡不讓機器人開討論串。有話題的群組可以建一個話題，並在其中傳送「/ginadmin channel here」。
refused-on-off = 「{ $text }」既不是 on 也不是 off。
refused-zone = 我不知道時區「{ $text }」。請寫 Europe/Berlin、Asia/Taipei 這樣的名字，或 off。
refused-limits = 「{ $text }」不是上限。請寫不超過 { $most } 的數字，0 表示不限。
admin-blocked = { $name } 不能再在這裡玩牌。進行中的對局會繼續，你可以取消它們。
admin-blocked-already = { $name } 已經被封鎖了。
admin-unblocked = { $name } 又可以在這裡玩牌了。
admin-not-blocked = { $name } 沒有被封鎖。
admin-channel-here = 從現在起對局只發在這裡，在其他地方發起的人會得到提示。
admin-channel-off = 在哪裡發起，對局就發在哪裡。
admin-channel-any = 對局發在：未設定，在哪裡發起就發在哪裡。
admin-channel-set = 對局發在：{ $at }
admin-threads-on = 每場新對局都有自己的討論串。
admin-threads-off = 新對局直接發在頻道裡。
admin-zone = 從現在起時間按 { $zone } 書寫。
admin-zone-own = 已記下：{ $zone }。Discord 本來就向每個人顯示其當地時間。
admin-zone-off = 時間按 UTC 書寫；平台支援時顯示各人的當地時間。
admin-zone-set = 時區：{ $zone }
admin-zone-none = 時區：未設定
limit-channel = 
    { $platform ->
        [telegram] { $n ->
            [0] 每個群組或話題同時進行的對局：不限。
           *[other] 每個群組或話題同時進行的對局：{ $n } 場。
        }
       *[other] { $n ->
            [0] 每個頻道同時進行的對局：不限。
           *[other] 每個頻道同時進行的對局：{ $n } 場。
        }
    }
limit-player =
    { $n ->
        [0] 每位玩家同時參加的對局：不限。
       *[other] 每位玩家同時參加的對局：{ $n } 場。
    }
admin-open = 這裡未結束的對局和挑戰；用編號取消
admin-open-none = 沒有。
admin-open-more = 另有更早的 { $n } 局
admin-title = 這裡的金拉米（管理員）
admin-blocks = 已封鎖：{ $names }
admin-blocks-number = 這裡封鎖了 { $n } 人。
admin-barred =
    另有 { $n } 個被封鎖的帳號已刪除資料，封鎖依然有效。{ $way ->
        [answer] 要解除，請用「/ginadmin unblock」回覆對方的訊息。
       *[name] 要解除，請在「/ginadmin unblock」中指定對方。
    }
permissions-fine = 我在這裡需要的權限都有。
permissions-missing = 我在這裡缺少權限：{ $what }。沒有這些權限時，對局會盡量在私聊中繼續。
permissions-games = 我在發對局的地方缺少權限：{ $what }
permissions-unknown = 我查不到自己在這裡有哪些權限，請稍後再試。
lack-make-threads = 建立討論串
lack-pictures = 傳送照片
command-admin-block = 封鎖
command-admin-block-about = 不讓一位玩家在這裡玩牌
command-admin-unblock = 解除封鎖
command-admin-unblock-about = 讓被封鎖的玩家重新玩牌
command-admin-channel = 頻道
command-admin-channel-about = 對局只發在這裡，或恢復到處都發
command-admin-threads = 討論串
command-admin-threads-about = 每場對局一個討論串（Discord）
command-admin-zone = 時區
command-admin-zone-about = 期限按哪個時區書寫（Telegram）
command-admin-limits = 上限
command-admin-limits-about = 這裡最多同時進行多少場對局
command-admin-language-about = 這裡公開訊息的語言
command-admin-permissions = 權限
command-admin-permissions-about = 我在這裡缺少哪些權限
command-admin-settings-about = 這裡的設定
option-player = 玩家
option-player-about = 是誰
option-set = 設為
option-set-about = 怎樣設定
option-zone = 時區
option-zone-about = Asia/Taipei 這樣的名字，或 off
option-per-channel = 頻道
option-per-channel-about = 一個頻道同時進行的對局數；0：不限
option-per-player = 玩家
option-per-player-about = 一位玩家同時參加的對局數；0：不限
toast-thread = 挑戰已發出，在它自己的討論串裡。
button-thread = 去討論串
over-cancelled-event = 賽事主辦人或管理員結束了這場對局，它自身不計結果。
