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
        [open-replay] 設定了誰能看重播
        [channel] 設定了遊戲頻道
        [threads] 設定了討論串
        [zone] 設定了時區
        [limits] 設定了數量上限
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
