# 排行榜、戰績與賽季。

board-here = 排行榜：{ $venue }
board-channel = 本頻道排行榜：{ $venue }
board-overall = 總排行榜
board-friends = 你和打過牌的牌友
metric =
    { $metric ->
        [rating] 等級分
        [wins] 勝場
        [winrate] 勝率
        [hands] 勝局
        [gold] 金胡
        [dragon] 金龍
        [undercuts] 詐胡
        [streak] 連勝
        [events] 賽事冠軍
        [teams] 隊伍積分
       *[points] 積分
    }
board-time =
    { $time ->
        [today] 今天
        [week] 本週
        [month] 本月
        [season] 本賽季
        [quarter] 本季度
       *[all] 歷來
    }
board-among =
    { $among ->
        [channel] 本頻道
        [overall] 所有人
        [friends] 牌友
       *[here] 這裡
    }
board-mode =
    { $mode ->
        [target] 達標
        [games] 多盤
       *[fixed] 定局積分
    }
season-title = 第{ $n }賽季
season-title-named = 第{ $n }賽季：{ $name }
board-page = 第{ $n }頁，共{ $of }頁
board-line = { $place } { $name }：{ $value } · { $note }
board-line-short = { $place } { $name }：{ $value }
board-line-own = ▶ { $line }（你）
board-own-note = 你 · { $note }
board-own-note-short = 你
board-value =
    { $metric ->
        [rating] 等級分{ $value }
        [winrate] 勝率{ $value }
        [wins] { $played }場勝{ $value }場
        [hands] 勝{ $n }局
        [gold] 金胡{ $n }次
        [dragon] 金龍{ $n }次
        [undercuts] 詐胡{ $n }次
        [streak] { $value }連勝
        [events] 奪冠{ $value }次
       *[points] { $value }分
    }
board-note-won = { $played }場勝{ $wins }場
board-note-played = 共{ $played }場
board-note-gold = 三金{ $three } · 二金{ $two } · 金龍{ $dragon }
board-note-streak = 目前{ $now }連勝
board-you = 你排第{ $place }名，共{ $of }人
board-you-not = 你還不在這個榜上。
board-them = { $name } 排第{ $place }名，共{ $of }人
board-of = 榜上共{ $of }人
board-least = 打滿{ $n }場才上榜。
board-provisional = 等級分足夠穩定才上榜：至少{ $n }場，且要有不同的對手。
board-season-over = { $from } 至 { $to }。
board-season-runs = { $from } 開始。
board-season-until = 下一賽季：{ $until }。
board-left-out = 已離開的人不列出。
board-narrowed = 規則和賽制只在賽季榜與歷來榜中分開統計。
board-empty = 還沒有打完的對局，來打第一場吧！
board-empty-time =
    { $time ->
        [today] 今天還沒有打完的對局。
        [week] 本週還沒有打完的對局。
        [month] 本月還沒有打完的對局。
       *[season] 這個賽季還沒有打完的對局。
    }
board-empty-least = 還沒有人打滿{ $n }場，打滿才上榜。
board-empty-rating = 還沒有人的等級分足夠穩定：至少要打{ $n }場計分對局，且要有不同的對手。
board-empty-friends = 你還沒有和別人打完過對局。打過牌的人會列在這裡。
board-empty-events = 還沒有人贏過賽事。
board-empty-teams = 還沒有隊伍得分。
board-empty-kind = 這個榜上還沒有人。
board-no-season = 這裡沒有進行中的賽季。管理員可以開始一個：{ $command }
board-no-such-season = 這裡沒有賽季「{ $text }」。
board-elsewhere = 這個榜只給在那裡玩牌的人看。請在那裡重新查一次。
board-not-here = 請在群組或伺服器裡查；在這個聊天裡我不知道是哪裡。
refused-among = 沒有「{ $text }」這個範圍。可選：here（這裡）、channel（本頻道）、overall（全部）、friends（牌友）。
refused-time = 沒有「{ $text }」這個時間。可選：today（今天）、week（本週）、month（本月）、season（賽季）、all（歷來）。
refused-board-mode = 沒有賽制「{ $text }」。可選：fixed（定局積分）、target（達標）、games（多盤）。
refused-board-rules = 沒有規則「{ $text }」。可選：{ $known }。
refused-absent = 請說 hide（不列出）或 show（列出），而不是「{ $text }」。
button-first = « 首頁
button-page-back = ‹ 上一頁
button-page-next = 下一頁 ›
button-last = 末頁 »
button-mine = 我的名次
button-rank-by = 排序…
button-time = 時間…
button-among = 範圍…
button-seasons = 各賽季
button-back-to = ‹ 返回榜單
choose-metric = 排序：{ $now }
choose-time = 時間：{ $now }
choose-among = 範圍：{ $now }
stats-title = { $name } 的戰績
stats-place = { $place } · 歷來
stats-overall = 所有地方 · 歷來
stats-label =
    { $label ->
        [rating] 等級分
        [matches] 勝場
        [points] 積分
        [hands] 勝局
        [gold] 三金 / 二金 / 金龍
        [knocks] 胡牌成功率
        [undercuts] 詐胡
        [deadwood] 輸時平均米數
        [best] 單局最高分
       *[streak] 連勝
    }
stats-rating = { $rating } ± { $deviation }
stats-share = { $part } / { $whole }（{ $share }）
stats-tiers = { $three } / { $two } / { $dragon }
stats-cuts = 做成{ $made }，被詐{ $suffered }
stats-streak = 最長{ $best }，目前{ $now }
stats-none = –
stats-curve = 等級分：{ $rules }
stats-curve-empty = 打完第二場計分對局後顯示曲線
stats-line = { $label }：{ $value }
stats-provisional = 等級分還不穩定：場數或對手還太少。
stats-ranked = 等級分排第{ $place }名（{ $rules }）。
stats-record-points = 單場最高分：{ $n }（{ $id }）
stats-record-hand = 單局最高分：{ $n }（{ $id }）
stats-record-margin = 最大贏分：{ $n }（{ $id }）
stats-versus = 對 { $name }：{ $played }場勝{ $wins }場，積分 { $points } : { $against }
stats-versus-none = 還沒有和 { $name } 打完過對局。
stats-aborts = 中止過的對局：{ $all }場（24小時內{ $recent }場）。
stats-last = 最近的對局
stats-last-line =
    { $won ->
        [yes] 勝 { $name }
        [no] 負 { $name }
       *[drawn] 平 { $name }
    } { $own } : { $other }（{ $id }）{ $change }
stats-change = ，等級分{ $change }
stats-alt = { $name }，{ $place }。{ $figures }。
stats-nothing = { $name } 還沒有在這裡打完過對局。
stats-nothing-own = 你還沒有在這裡打完過對局。用 /gin challenge 或 /challenge 開始一場。
stats-hidden = { $name } 隱藏了自己的戰績。
stats-hidden-own = 你的戰績已隱藏，所以只有你能看到。
stats-unknown = 我沒見過「{ $text }」。
stats-computer = 電腦不統計自己的戰績。
stats-self = 自己和自己沒有對局可比，請指定另一位玩家。
button-everywhere = 所有地方
button-here = 這裡
own-profile-shown = 別人可以看你的戰績。
own-profile-hidden = 別人看不到你的戰績；排行榜上仍會列出你。
button-profile-hide = 隱藏戰績
button-profile-show = 公開戰績
rating-moved = 等級分：{ $first } { $one }（{ $gain }） · { $second } { $two }（{ $loss }）
rating-unrated = 本場不計等級分。
rating-too-many = 本場今天不再計入等級分：{ $first } 與 { $second } 今天計分的對局已滿 { $most } 場。
season-list = 各賽季：{ $venue }
season-list-empty = 這裡還沒有辦過賽季。
season-runs = { $season }：{ $from } 開始，進行中
season-ended = { $season }：{ $from } 至 { $to } · { $champions }
season-nobody = 無人打完對局
season-champion = { $place } { $name }（{ $points }分）
season-started = { $season }開始了。賽季榜從零算起，歷來的戰績不變。
season-over = { $season }結束了。
season-champions = 優勝者：
season-rated = 按等級分（{ $rules }）：
season-next = { $season }現在開始，等級分向中間值回調一部分。
season-rests = 在管理員開始新賽季之前，沒有進行中的賽季。
season-running = { $season }已在進行。請先結束它，或換到下一賽季。
season-usage = 請說 start（開始）、end（結束）、roll（換季）或 list（列表）。start 和 roll 後可寫名稱和週期：weekly、monthly、quarterly、yearly。
season-calendar =
    { $calendar ->
        [weekly] 每週一零時自動開始下一賽季。
        [monthly] 每月一日零時自動開始下一賽季。
        [quarterly] 每季度首日零時自動開始下一賽季。
        [yearly] 每年元旦零時自動開始下一賽季。
       *[open] 進行到管理員結束為止。
    }
refused-season-name = 賽季名稱最多{ $most }個字。
admin-absent-hidden = 這裡的排行榜不列出已離開的人。
admin-absent-shown = 這裡的排行榜列出所有人，包括已離開的。
command-admin-season = 賽季
command-admin-season-about = 開始、結束或更換這裡的排行榜賽季
command-admin-absent = 離開者
command-admin-absent-about = 這裡的排行榜是否列出已離開的人
option-season-do = 操作
option-season-do-about = 對賽季做什麼
option-season-name = 名稱
option-season-name-about = 賽季叫什麼
option-calendar = 週期
option-calendar-about = 下一賽季何時自動開始
choice-start = 開始
choice-end = 結束
choice-roll = 換到下一賽季
choice-list = 列表
choice-open = 不自動
choice-weekly = 每週
choice-monthly = 每月
choice-quarterly = 每季度
choice-yearly = 每年
choice-hide = 不列出
choice-show = 列出
command-stats = 戰績
command-stats-about = 你或別人的戰績：等級分、勝場、紀錄
option-stats-player = 玩家
option-stats-player-about = 看誰的；不填則看自己
option-versus = 對手
option-versus-about = 和誰相比
command-seasons = 賽季
command-seasons-about = 這裡的各賽季和優勝者
option-period = 時間
option-period-about = 哪段時間
option-season = 賽季
option-season-about = 以前的賽季，填編號
option-board-rules-about = 只算這種規則
option-board-mode-about = 只算這種賽制
page-stats = 我的戰績
page-seasons = 賽季
page-season = 賽季：start 春季賽 monthly、roll、end
season-ask-end = 要徹底結束{ $season }嗎？賽季榜將存檔，並公布冠軍。確定的話，請在 { $minutes } 分鐘內再說一遍。
season-ask-roll = 要徹底結束{ $season }並開始下一賽季嗎？賽季榜將存檔，並公布冠軍。確定的話，請在 { $minutes } 分鐘內再說一遍。
stats-nothing-own-page = 你還沒有在這裡打完過對局。按「{ page-computer }」開始一場。
