command-team-about = 隊伍：組隊、入隊、帶隊，參加團體賽事
command-team-create = 建立
command-team-create-about = 建立一支隊伍，由你當隊長
command-team-invite = 邀請
command-team-invite-about = 邀請別人加入你的隊伍
command-team-join = 加入
command-team-join-about = 加入開放的隊伍，或邀請了你的隊伍
command-team-leave = 退出
command-team-leave-about = 退出隊伍
command-team-mine = 我的
command-team-mine-about = 你的隊伍和邀請
command-team-list = 列表
command-team-list-about = 這裡的隊伍
command-team-roster = 名單
command-team-roster-about = 隊伍裡有誰
command-team-kick = 移出
command-team-kick-about = 把一名隊員移出你的隊伍
command-team-captain = 隊長
command-team-captain-about = 讓另一名隊員當隊長
command-team-rename = 改名
command-team-rename-about = 給你的隊伍改名
command-team-open = 開放
command-team-open-about = 讓所有人都能加入，或只限受邀的人
command-team-disband = 解散
command-team-disband-about = 解散你的隊伍
command-team-enter = 報名
command-team-enter-about = 帶你的隊伍參加團體賽事
command-team-lineup = 陣容
command-team-lineup-about = 賽事開始前，決定誰代表你的隊伍出場
command-team-substitute = 換人
command-team-substitute-about = 賽事進行中，用替補換下一名隊員
command-team-change = 換隊
command-team-change-about = 賽事開始前，換到另一支參賽隊伍
command-team-withdraw = 退賽
command-team-withdraw-about = 賽事開始前，讓你的隊伍退出
command-team-log = 紀錄
command-team-log-about = 這裡的隊伍發生過什麼，供管理員查看
command-team-help-about = 隊伍怎麼用，有哪些命令
team-help-title = 隊伍
team-help = 隊長創建隊伍、邀請隊員，用賽事編號帶隊參加團體賽事。只在一支隊伍裡的人不用寫隊名。
option-team = 隊伍
option-team-about = 哪支隊伍；不填：你的隊伍
option-team-name = 名稱
option-team-name-about = 隊名，最多 32 個字
option-open = 開放
option-open-about = 是否所有人都能加入
option-event = 賽事
option-event-about = 賽事編號，寫在賽事訊息裡
option-lineup = 陣容
option-lineup-about = 出場的人，強者在前：提及、名字或名單上的號碼
option-substitutes = 替補
option-substitutes-about = 待命的人：提及、名字或名單上的號碼
option-out = 換下
option-out-about = 下場的隊員
option-in = 換上
option-in-about = 上場的替補
team-made = 隊伍 { $team } 成立了。隊長：{ $captain }
team-made-open = 所有人都可以加入。
team-made-invite = 隊長用 { $command } 邀請隊員。
team-invitation = { $player }，{ $captain } 邀請你加入隊伍 { $team }。邀請將於 { $until } 失效。
team-joined = { $player } 加入了隊伍 { $team }，現有 { $n } 人。
team-declined = { $player } 沒有接受隊伍 { $team } 的邀請。
team-left = { $player } 退出了隊伍 { $team }。
team-left-last = 最後一名隊員 { $player } 退出了隊伍 { $team }，隊伍就此解散。
team-kicked = { $player } 不再是隊伍 { $team } 的隊員。
team-captain = { $player } 現在是隊伍 { $team } 的隊長。
team-captain-now = 隊長由資歷最老的隊員 { $captain } 接任。
team-renamed = 隊伍 { $before } 改名為 { $team }。
team-open = 現在所有人都可以加入隊伍 { $team }。
team-closed = 隊伍 { $team } 現在只限受邀的人加入。
team-disbanded = { $player } 解散了隊伍 { $team }。
team-so-already = 已經是這樣了。
team-disband-ask = 要解散隊伍 { $team }（{ $n } 人）嗎？此操作無法復原。
team-question-old = 這個提問已經過期，請重新發起。
team-kept = 隊伍保留。
team-size = { $n } 人，最多 { $most } 人
team-way-open = 所有人都可以加入
team-way-invitation = 需要邀請
team-line = { $n }. { $player }
team-line-captain = { $n }. { $player }（隊長）
teams-title =
    { $n ->
        [0] 這裡還沒有隊伍
       *[other] 這裡有 { $n } 支隊伍
    }
teams-none = 用 { $command } 建立第一支吧。
teams-line =
    { $team } · { $n } 人 · 隊長 { $captain }{ $way ->
        [open] { " · 開放" }
       *[asked] { "" }
    }
teams-yours = 你在這裡的隊伍
teams-yours-none = 你還沒有隊伍。用 { $create } 建立一支，或用 { $list } 看看有哪些。
teams-yours-line =
    { $team } · { $n } 人 · { $part ->
        [captain] 你是隊長
       *[member] 隊員
    }
teams-asked-line = 隊伍 { $team } 邀請了你，邀請將於 { $until } 失效。
team-log = 這裡的隊伍發生過的事
team-log-line = { $when } · { $team } · { $what }
team-deed =
    { $act ->
        [made] 建立，名為 { $detail }
        [invited] 邀請了 { $whom }
        [joined] { $whom } 加入
        [declined] { $whom } 沒有接受邀請
        [left] { $whom } 退出
        [kicked] 移出了 { $whom }
        [captain] { $whom } 成為隊長
        [renamed] 改名為 { $detail }
        [opened] 對所有人開放：{ $detail }
       *[disbanded] 解散
    }
button-roster = 名單
button-team-join = 加入
button-team-accept = 加入 { $team }
button-team-decline = 謝絕 { $team }
button-disband = 是，解散
button-team-keep = 保留隊伍
button-teams-before = ← 上一頁
button-teams-after = 下一頁 →
refused-team-name = 隊名要有 1 到 { $most } 個字。
refused-team-taken = 這裡已有隊伍用這個名字，請換一個。
refused-team-gone = 這支隊伍已經不在了。
refused-team-elsewhere = 這支隊伍在別處，請到那裡按。
refused-team-full = 一支隊伍最多 { $most } 人。
refused-team-many = 在這裡一個人最多參加 { $most } 支隊伍。
refused-team-many-here = 這裡已有 { $most } 支隊伍，不能再建立了。
refused-team-asked = 同時最多有 { $most } 個待答的邀請，請等對方回答。
refused-team-captain = 只有隊長能這樣做。
refused-team-member = 這支隊伍裡沒有這個人。
refused-team-invitation = 這裡沒有你還能回答的邀請。
refused-team-closed = 這支隊伍需要邀請才能加入，請找隊長。
refused-team-already = 已經在這支隊伍裡了。
refused-team-shut = 這個人目前不能加入這裡的隊伍。
team-makers =
    { $who ->
        [admins] 這裡只有管理員可以建隊伍。
       *[everybody] 這裡所有人都可以建隊伍。
    }
command-admin-teams = 隊伍
command-admin-teams-about = 誰可以在這裡建隊伍
refused-team-admins = 這裡只有管理員能建立隊伍。管理員可以用 /ginadmin teams 更改。
refused-no-team = 這裡沒有叫「{ $text }」的隊伍。
refused-team-none = 你在這裡沒有隊伍。請寫明是哪支隊伍。
refused-team-which = 你指的是哪支隊伍：{ $names }？
refused-team-nobody = 請指明是誰：選人、寫 @使用者名稱，或回覆對方的訊息。
refused-page-person = 這裡沒有叫「{ $text }」的人。對方的「{ page-your-teams }」頁面上有代碼，也可以使用。
refused-page-several = 這裡有好幾個人叫「{ $text }」。請使用對方「{ page-your-teams }」頁面上的代碼。
teams-your-code = 別人可以用你的名字或你的代碼邀請你：{ $code }
refused-team-person = 隊裡沒有「{ $text }」，或不止一個。
refused-team-bot = 機器人不能加入隊伍。
refused-team-join = 請寫明要加入哪支隊伍。
page-teams = 隊伍
page-team = 隊伍：create 紅隊、invite 小明、roster 紅隊、leave、rename 藍隊、disband
page-your-teams = 我的隊伍與邀請
page-tell = 執行
team-entered = 隊伍 { $team } 參加 { $event }。
team-waits = { $event } 已滿：隊伍 { $team } 正在候補。
team-lineup = 陣容：{ $names }
team-substitutes = 替補：{ $names }
team-withdrawn = 隊伍 { $team } 不再參加 { $event }。
team-substituted = { $event } 中由 { $into } 換下 { $out }。
teams-asked = 你收到了邀請
