# 玩家为自己设定的内容。

button-own-settings = 我的个人设置
own-title = 你的个人设置，在哪里玩都有效
own-confirm-on = 胡牌和认输前会再确认一次。
own-confirm-off = 胡牌和认输一按即生效。
own-large-on = 你的牌用大字显示。
own-large-off = 你的牌用普通大小显示。
own-colours-four = 四种花色各用一种颜色。
own-colours-two = 花色只用红黑两色。
own-pictures-on = 你的手牌以图片显示，同时附有全部文字。
own-pictures-off = 你的手牌只用文字显示。
button-confirm-on = 再确认一次
button-confirm-off = 不再确认
button-large-on = 大牌
button-large-off = 普通大小
button-colours-four = 四色
button-colours-two = 红黑两色
button-pictures-on = 显示图片
button-pictures-off = 只用文字
