// 課程與規則，用語依中文規則書。
import type { LearnCatalogue } from './speech.svelte';

export const zhHant: LearnCatalogue = {
  'learn.title': '學習遊戲',
  'learn.intro': '十二堂短課。你是紅色賽艇。',
  'learn.step': '第 {number} 課，共 {n} 課',
  'learn.steps': '課程',
  'learn.named': '{number}：{title}',
  'learn.named.learnt': '{number}：{title}，已學會',
  'learn.task': '你的任務：',
  'learn.next': '下一課',
  'learn.again': '再試一次',
  'learn.repeat': '重來一遍',
  'learn.before': '上一課',
  'learn.skip': '跳過',
  'learn.well': '做得好！',
  'learn.oops': '還差一點。',
  'learn.speed': '速度 {n}',
  'learn.lake': '一個小湖。',
  'learn.flag': '旗子在 {at}。',
  'learn.rest': '隨時可以停下，這台裝置會記住你的進度。',
  'learn.over.title': '你已經會玩了！',
  'learn.over.text': '現在和電腦玩家比一場吧。忘了規則可以再查。',
  'learn.over.race': '我的第一場比賽',
  'learn.over.rules': '查閱規則',
  'learn.over.again': '從頭上所有課程',

  'learn.dice.title': '骰子就是速度',
  'learn.dice.text': '每顆骰子是 1、2 或 3。你所有骰子的總和就是速度：直線走那麼多格。',
  'learn.dice.task': '按 + 增加一顆骰子並擲骰，然後轉向，走到旗子那一格。',
  'learn.dice.none': '沒有骰子，賽艇只能留在原地轉向。請按 + 增加一顆骰子。',
  'learn.dice.rolled': '你擲出 {total}。可以直行，或先向左、向右轉一個邊。旗子在哪一邊？',
  'learn.dice.missed': '你到了 {end}。旗子在你的左前方。',
  'learn.dice.done': {
    by: 'total',
    other: '你轉了向，走了 {total} 格，船頭朝著那個方向。骰子會保留到下一回合。',
  },

  'learn.full.title': '速度必須走完',
  'learn.full.text':
    '每回合可以增加一顆骰子，或移除一顆。也可以任意重擲骰子。然後要選一個水面夠長、能走完全部速度的方向。',
  'learn.full.task': '保留 3，重擲 2，再增加一顆骰子，然後選方向。',
  'learn.full.add': '這裡要增加一顆骰子：按 +。每回合最多增加一顆。',
  'learn.full.hold': '讓 3 保留不動，按 2 直到顯示「重擲」。',
  'learn.full.rolled': '{dice} 等於 {total}。三個方向都試試看：哪邊能走 {total} 格？',
  'learn.full.done': { by: 'total', other: '只有那邊有 {total} 格水面，所以就算不想去，也必須走那邊。' },

  'learn.brake.title': '及時減速',
  'learn.brake.text': '你速度很快，但每個方向都只有三格水面。要減速，每回合可以移除一顆骰子。',
  'learn.brake.task': '選擇骰子，不要撞擊。',
  'learn.brake.crashed': {
    by: 'run',
    other: '撞擊！你的速度是 {total}，但水面只有 {run} 格。移除一顆骰子：按它直到顯示「移除」。',
  },
  'learn.brake.done': '速度 {total} 剛剛好。看遠一點，在水面變窄之前先移除骰子。',

  'learn.crash.title': '每個方向都受阻時',
  'learn.crash.text':
    '你的速度是 5，沒有一個方向夠長，所以會撞擊。這時必須選水面最長的方向。島嶼、岸邊和浮標都會擋路。',
  'learn.crash.task': '找出最長的路線。',
  'learn.crash.done': {
    by: 'damage',
    other:
      '你的速度是 {total}，但水面只有 {run} 格。剩下的就是受損：{damage} 個受損指示物。骰子也全部失去。下一回合要從一顆骰子重新開始。',
  },

  'learn.sink.title': '四個指示物就沉沒',
  'learn.sink.text': '你的賽艇有三個受損指示物。拿到第四個就會沉沒，離開這場比賽。',
  'learn.sink.task': '選擇骰子和方向，平安通過。',
  'learn.sink.sunk':
    '你的速度是 {total}，但水面只有 {run} 格。拿到第四個受損指示物，你的賽艇沉沒了。走慢一點。',
  'learn.sink.done': '平安！有三個受損指示物時，小心為上。',

  'learn.pass.title': '賽艇不擋路',
  'learn.pass.text': '前面有其他賽艇。你可以直接經過它們的格子。',
  'learn.pass.task': '重擲兩顆骰子然後直行，超過橘色和白色，到達旗子。',
  'learn.pass.short': { by: 'steps', other: '你走了 {steps} 格，白色還在前面。請重擲兩顆骰子。' },
  'learn.pass.done': '你超過了兩艘，誰都不會受損。',

  'learn.behind.title': '停在賽艇後面',
  'learn.behind.text': '兩艘賽艇不能在同一格。如果移動結束的那一格有別的賽艇，就停在它後面最後一個空格。',
  'learn.behind.task': '保留 3 和 1：白色正好在前方第四格。直行。',
  'learn.behind.free': '這次你沒有停在白色那一格。請保留兩顆骰子並直行。',
  'learn.behind.done': {
    by: 'steps',
    other: '你走了 {steps} 格，停在白色後面。這不是撞擊：沒有受損，骰子也保留。',
  },

  'learn.start.title': '起點',
  'learn.start.text':
    '把賽艇放在線上，或緊鄰線後的格子，朝哪個方向都可以。這時還沒有骰子。起始玩家最後放置。依綠色箭頭的方向通過起點線。',
  'learn.start.task': '放置賽艇，擲一顆骰子，通過起點。',
  'learn.start.placed': '這是你的第一個回合：增加一顆骰子並擲骰。',
  'learn.start.rolled': '依綠色箭頭的方向通過起點線。',
  'learn.start.nodice': '沒有骰子就不能前進。按 + 增加一顆。',
  'learn.start.missed': '你還沒有通過起點。放置時讓船頭朝綠色箭頭的方向。',
  'learn.start.done': '出發了！接著去浮標 1。',

  'learn.round.title': '繞過浮標',
  'learn.round.text':
    '依序繞過浮標 1、2、3，方向看箭頭。在這個程式裡，每個浮標都有一道門：黃色那一排。從正確的一側進入這道門，離浮標近或遠都可以。這樣浮標就算繞過了。',
  'learn.round.task': '繞過浮標 1，讓浮標在你的右手邊。',
  'learn.round.missed': '這樣是從浮標 1 下方經過，沒有通過它的門，不算繞過。請走黃色那一排。',
  'learn.round.done': '你到達了門：浮標 1 已繞過，接著是第 2 道門。',

  'learn.back.title': '不要回頭',
  'learn.back.text':
    '反方向退回通過的門，浮標就不算繞過了。若反方向通過下一道門，要先從那道門退回來。然後再正確地通過一次。',
  'learn.back.task': '你停在浮標 1 的門上。繼續前進，不要讓它失效。',
  'learn.back.undone': '你退回了第 1 道門，所以浮標 1 要再繞一次。',
  'learn.back.done': '浮標 1 仍算繞過。接著是下方的浮標 2。',

  'learn.finish.title': '終點與分數',
  'learn.finish.text': '所有浮標都繞過了。只要到達終點線就完成。但移動還會走完：線後仍可能撞擊。',
  'learn.finish.task': '選擇骰子，確保到達終點線。',
  'learn.finish.missed': '速度 {total} 太快了：線後是陸地，你只好轉開。3 和 1 剛剛好。',
  'learn.finish.home': { by: 'steps', other: '你走了 {steps} 格到達終點：第二名，僅次於黑色！' },
  'learn.finish.question':
    '三人比賽時，第一名 2 分，第二名 1 分，最後一名 0 分。B 場加倍，C 場三倍。你在 B 場是第二名。得幾分？',
  'learn.finish.wrong': '{number} 不對。第二名 1 分，B 場加倍。',
  'learn.finish.right': '對，{n} 分：1 乘以 2。C 場之後分數最高者獲勝。兩人比賽時，快幾回合也會加分。',

  'learn.repair.title': '修理',
  'learn.repair.text': '每場之後賽艇會修好。但每有一場受損，就保留一個指示物。',
  'learn.repair.task': '紅色在 A 場受損，B 場又受損。現在有三個指示物。',
  'learn.repair.question': '紅色開始 C 場時有幾個受損指示物？',
  'learn.repair.wrong': '{number} 不對。A 場保留一個，B 場保留一個。',
  'learn.repair.right': '對，{n} 個：A 場一個，B 場一個。再兩個就會沉沒。',

  'rules.title': '規則',
  'rules.intro': '全部規則，附可以一步步看的例子。',
  'rules.lessons': '想邊玩邊學？前往課程',
  'rules.contents': '目錄',
  'rules.before': '上一步',
  'rules.next': '下一步',
  'rules.at': '{number} / {n}',
  'rules.begin': '之前的局面。',
  'rules.now': '下一個目標：{leg}。',

  'rules.aim.title': '目標',
  'rules.aim.text1': '二到六艘賽艇在同一個湖上比三場：A、B、C。最後分數最高者獲勝。',
  'rules.aim.text2': '湖泊每次由六片板塊重新拼成。每片有較容易的深藍面和較難的淺藍面。',
  'rules.course.title': '路線',
  'rules.course.text1': '四個浮標放在有該場字母的四個位置。起點／終點線從浮標 0 起，經過四格到終點浮標。',
  'rules.course.text2': '箭頭指出每個浮標該往哪邊繞：一定不必繞完整一圈。浮標會擋住它的格子。',
  'rules.start.title': '起點',
  'rules.start.text1':
    'A 場之前每人擲一顆骰子，最高者先開始。同樣最高的玩家再擲一次。之後每場由順時針的下一位玩家開始。回合永遠依順時針進行。',
  'rules.start.text2': '每場之前，依逆時針順序放置賽艇。起始玩家右邊的玩家最先放。所以起始玩家最後放。',
  'rules.start.text3':
    '選線上的空格，或從後方緊鄰線的空格。若不夠，也可以用它們後面的格子。船頭可以朝六個邊的任何一邊。這時大家都沒有骰子。',
  'rules.start.text4': '首先依綠色箭頭的方向通過起點線。之後前往浮標 1。',
  'rules.dice.title': '回合：骰子',
  'rules.dice.text1':
    '骰子會一回合一回合保留。增加一顆，或移除任選的一顆，或都不做。然後選擇其餘哪些要重擲。全部一起擲一次。',
  'rules.dice.text2': '總和就是速度。骰子數量沒有上限。沒有骰子就留在原地，可以轉向；這也算一個回合。',
  'rules.heading.title': '回合：轉向與移動',
  'rules.heading.text1': '直行，或向左、向右轉 60 度。然後在水面上直線走完全部速度。船頭朝移動的方向。',
  'rules.heading.text2': '只要有方向能走完全程，就必須選這樣的方向。只有陸地和浮標會擋路。',
  'rules.crash.title': '撞擊與受損',
  'rules.crash.text1':
    '沒有一個方向夠長時就會撞擊。必須選水面最長的方向。一樣長時自由選擇。少走的每一格得一個受損指示物。骰子也全部失去。',
  'rules.crash.text2': '有四個以上受損指示物時，賽艇沉沒，離開這場比賽。',
  'rules.boats.title': '其他賽艇',
  'rules.boats.text1': '可以經過其他賽艇。',
  'rules.boats.text2':
    '如果移動結束的那一格有別的賽艇，就停在它後面最後一個空格。這不是撞擊：沒有受損，骰子保留。撞擊時若有賽艇擋著，受損照算，就像它不存在一樣。',
  'rules.round.title': '繞過浮標',
  'rules.round.text1':
    '要依序繞過浮標 1、2、3。規則書沒有門：這是本程式判斷是否繞過的方法。門是從浮標直到湖邊的一排格子，也會越過島嶼。',
  'rules.round.text2': '從正確的一側進入門，浮標就算繞過了。離浮標多遠都沒關係。',
  'rules.round.text3':
    '反方向退回通過的門，浮標就不算繞過了。若反方向通過下一道門，要先從那道門退回來。之後才能繞過浮標。',
  'rules.finish.title': '終點',
  'rules.finish.text1':
    '浮標 3 之後，從終點側到達線上就完成比賽。移動還要走完。線後撞擊仍會受損，但成績有效。之後賽艇離開湖面。',
  'rules.finish.text2': '每艘賽艇都到達終點或沉沒時，該場結束。只依名次計分時，只剩一艘未到終點也會結束。',
  'rules.points.title': '分數',
  'rules.points.text1':
    'A 場的第一名得到比人數少一的分數。之後每一名各少一分。沉沒的賽艇不影響這些分數。B 場分數加倍，C 場三倍。',
  'rules.points.text2':
    '沉沒的賽艇沒有分數，除非之前已到達終點。C 場後分數最高者獲勝。平手時看最後一場的名次。',
  'rules.points.players': '人數',
  'rules.points.place': '名次',
  'rules.points.race': '{letter} 場',
  'rules.turns.title': '依回合計分',
  'rules.turns.text1': '兩人時一定採用這條規則。多人時可以選擇。',
  'rules.turns.text2':
    '把每艘到達終點的賽艇和最後到達的相比。每少用一回合，多得 1 分。每艘沉沒的賽艇再讓它得 5 分。這些分數不加倍。',
  'rules.turns.example':
    '例如兩人的 {letter} 場。回合數：紅色 {fast}，白色 {slow}。分數：紅色 {first}，白色 {second}。',
  'rules.repair.title': '兩場之間的修理',
  'rules.repair.text1':
    '每場之後賽艇會修好。但到目前為止每有一場受損，就保留一個受損指示物。所以 B 場開始時有 0 或 1 個。C 場開始時有 0、1 或 2 個。',
  'rules.repair.example': {
    by: 'damage',
    other: '紅色在 A 場受損。現在是 B 場，它有 {damage} 個受損指示物。C 場開始時有 {keeps} 個。',
  },
};
