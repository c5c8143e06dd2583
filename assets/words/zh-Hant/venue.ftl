# 排行榜、語言、列表和問候。

and-more = 另有 { $n } 人
and-more-matches = 另有 { $n } 場
and-more-teams = 另有 { $n } 隊
language-name = 繁體中文
language-yours = 我對你說繁體中文。請選擇語言：
language-venue = 我在這裡說繁體中文。請選擇語言：
language-set = 今後我對你說繁體中文。
language-venue-set = 今後我在這裡說繁體中文。
games-none = 你目前沒有對局，去挑戰別人吧！
games-yours = 你的對局：
games-line = { $opponent } · { $at } · { $state }
games-your-turn = 輪到你
games-their-turn = 輪到對方
games-invited = 挑戰待回應
games-gathering = 等待發牌
games-others = 你還有另外{ $n }場對局。
button-game = { $opponent } · { $id }
here-private = 私訊
here-page = 本機頁面
here-unnamed = 群組
start-welcome = 歡迎！我主持金拉米。可以在我們都在的群組或伺服器裡挑戰別人，也可以在這裡和電腦打。
start-open = 現在我可以在這裡發給你手牌了。
start-gathering = 你和 { $opponent } 的對局在等對方準備好。
start-waiting = 你和 { $opponent } 的對局繼續。
start-stale = 那個連結所屬的對局已結束，或與你無關。
