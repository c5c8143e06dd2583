# 排行榜、语言、列表和问候。

and-more = 另有 { $n } 人
and-more-matches = 另有 { $n } 场
and-more-teams = 另有 { $n } 队
language-name = 简体中文
language-yours = 我对你说简体中文。请选择语言：
language-venue = 我在这里说简体中文。请选择语言：
language-set = 今后我对你说简体中文。
language-venue-set = 今后我在这里说简体中文。
games-none = 你目前没有对局，去挑战别人吧！
games-yours = 你的对局：
games-line = { $opponent } · { $at } · { $state }
games-your-turn = 轮到你
games-their-turn = 轮到对方
games-invited = 挑战待回应
games-gathering = 等待发牌
games-others = 你还有另外{ $n }场对局。
button-game = { $opponent } · { $id }
here-private = 私聊
here-page = 本机页面
here-unnamed = 群组
start-welcome = 欢迎！我主持金拉米。可以在我们都在的群组或服务器里挑战别人，也可以在这里和电脑打。
start-open = 现在我可以在这里发给你手牌了。
start-gathering = 你和 { $opponent } 的对局在等对方准备好。
start-waiting = 你和 { $opponent } 的对局继续。
start-stale = 那个链接所属的对局已结束，或与你无关。
