import { type Lexicon, NIGHT } from './es.ts'

const CHEATED =
  'ripped off|ripping me off|rip off|scammed|scamming me|cheated|cheating|screwed|robbed|shortchanged|overcharged|' +
  'overcharging|good deal|bad deal|good rate|i lose|am i losing|did i lose'

/** What people type in English, by its meaning: in lower case. */
export const EN: Lexicon = {
  words: {
    months: 'january february march april may june july august september october november december',
    weekdays: 'sunday monday tuesday wednesday thursday friday saturday',
    past: 'was were last',
    beforeMorning: '',
    before: '',
    ago: 'ago',
    oneAgo: 'a an',
    began: '',
    beginning: 'beginning start',
    betweenDays: 'to and',
    thisPeriod: 'this',
    lastPeriod: '',
    beforeThat: 'before earlier previous',
    sameDate: 'time date day',
    now: 'now',
    soFar: '',
    since: 'since from',
    eachPeriod: 'a per each every',
    of: 'of on',
    ordinals: 'st nd rd th',
    beforeDay: '',
    beforeOrdinal: 'the',
    beforeLastDay: '',
    noDate: '',
    beforeDate: 'on',
    inYear: 'in',

    slangScales: '',
    and: 'and',
    or: 'or',
    several: 'couple few several',
    halves: '',
    multiples: 'dozen dozens',
    one: 'one',
    firstOfCents: 'one',
    both: '',
    plural: '',
    ofAmount: '',

    perOne: 'per each for',
    bolivares: 'bolivars bolivar bolivares',
    dollars: 'dollar dollars buck bucks',
    euros: 'euro euros',
    foreignMoney:
      'quid tt ttd aud cad nzd aussie australian canadian trinidad jamaican pound pounds peso pesos reais franc ' +
      'francs bitcoin bitcoins btc gold gbp chf cad clp ars mxn php jpy inr krw sek nok dkk zar jmd dop gtq hnl crc uyu ' +
      'pyg pen thb sgd hkd aed gyd rupee rupees',

    dollarCents: 'cent cents',
    cents: 'cent cents',

    to: 'to in into',
    at: 'at in to',
    glue: 'the of at in',
    withinName: 'rate',
    gap: 'gap spread difference diff apart',

    percent: 'percent',
    per: '',
    above: 'passes pass crosses up above over more exceeds rises rise',
    fell: 'fell dropped',
    reached: 'hit reached passed crossed topped still',
    below: 'down below under less drops drop falls fall',
    moreOrLess: 'more less',
    once: 'once only',
    cooldown: 'every cooldown',
    often: '',
    until: 'until till',
    lasting: 'for',
    instead: 'instead better make actually',
    moves: 'moves move changes change',
    holding: 'counts count use uses applies holds move moves change changes',
    besideCondition: 'than moves goes me let alert notify reaches hits',

    self: 'i we',
    pays: 'pays paid pay paying sent gives gave hands handed with',
    holds: 'have',
    with: 'with',
    withCents: '',
    without: 'without no',
    negation: 'not dont t',
    except: 'except but',
    stopping: 'stop unsubscribe',
    bank: '',
    foreignTax: 'tax',
    paidAsDollars: '',
    zelle: '',
    plus: 'plus and',
    minus: 'minus less',
    times: 'times by',
    over: 'among between',
    dividing: 'split divided',
    dividedBy: 'by',
    listing: 'list table',
    kilo: 'kilo kilos kg kgs kilogram kilograms liter liters',
    gram: 'gram grams gr g ml',
    quarter: 'quarter',
    people: 'people persons friends friend guys ways ppl installments',
    weAre: '',
    me: 'me i',
    ofUs: 'us',
    weighs: 'weighs weighed',
    sorry: 'sorry oops wait',
    opening: 'oh ok',
    excuse: 'no nope actually sorry oops wait',
    besideCorrection: 'wait it its not that said i of them',
    inTotal: 'total altogether all sum',
    each: 'at each',
    changeDue: '',
    forBill: 'for of',
    billIs: 'owe owes',
    bill: 'bill check total change',
    purchase: '',
    is: 'is was',
    banknote: 'banknote banknotes note notes',
    notesBehind: 's bills note notes',
    raise: 'raise increase surcharge markup',
    gain: 'service tip earn margin profit',
    discount: 'discount off takes fee commission comission',
    saleTax: 'vat',
    gives: '',
    sent: 'sent wired transferred',
    enough: 'enough',
    another: 'another',
    also: 'including also too',
    gave: '',
    toPay: 'pay',
    deposit: 'deposit down upfront',
    wills: 'wants want will',
    those: 'those them these',
    earned: 'earn profit',
    paidBehind: 'already',
    paidBy: '',
    takes: 'need needs take takes want wants bought buying',
    left: 'enough change left lacking missing short rest remainder back owe owes',
    rest: 'rest remainder',
    charge: 'charge',
    besideBill:
      'still i we owe owes more customer he she they a bill total cash me by left change rate s bills notes something ' +
      'that costs cost',

    besideHours: 'from to until till between and at the every day',
    atHour: 'at to',
    aboutHour: 'around',
    night: 'night',
    after: 'after past',
    earlier: 'before',

    message: 'message digest summary',
    messages: 'message messages messaging texting texts',
    leftOut: 'either neither skip excluded excluding',
    send: 'send',
    followUp: 'and in to at no same but now',
    image: 'flyer image images picture pictures pic pics',
    square: 'square',
    tall: 'tall',
    dark: 'dark',
    light: 'light',
    auto: 'auto',
    off: 'off',
    shop: 'shop store products',
    adding: 'add include',
    productList: 'product products price prices list',
    besideList: 'the my these of',
    compare: 'compare put',
    opened: 'open opened opens',
    moved:
      'go gone went up down rise risen rose fall fallen fell drop dropped moved change changed lost lose loses',

    asking: 'what whats how rate rates price',
    telling: 'tell show give need want wants why convert',
    howMany: 'many much',
    rateItself: 'rate rates',
    ability: 'can could',
    howMuch: 'what how',
    convert: 'convert converter sum split divided',
    convertAlone: 'convert converter',
    history: 'chart charts history graph trend highest lowest',
    last: 'last past',
    changes: 'changes',
    offering: '',
    offer: 'they good',

    alert: 'warn notify alert',
    alertList: 'alerts',
    alertNoun: 'alerts alert notifications',
    everything: 'everything all',
    if: 'if when',
    follow: 'follow subscribe',
    remove: 'delete remove cancel off',
    pause: 'pause mute',
    resume: 'resume reactivate',
    edit: 'change edit',
    besideQuiet: 'please set messages me i want',
    smallTalk:
      'ok okay cool nice great good fine yes no yep nope bye goodbye lol lmao wow perfect sure sorry haha',
    cancelling: 'cancel cancelled never nevermind mind forget leave no nothing quit exit stop',
    guessed: 'difference dollar dollars parallel official average',

    polite: 'please pls thanks',
    fillers:
      'tho though the an is are was were what whats how much many of to on at now please pls can could you tell show give i im ' +
      'want know for it its do does did be hi hello there my in and or thanks thank have has this today get ' +
      'with from ' +
      'if when right just last between times changed daily send receive schedule turn english let changes moves ' +
      'updates ' +
      'share make create post status whatsapp instagram pay rent me all you so then about much rn bro dude hey ' +
      'quick fast asap exactly actually also too even really morning afternoon evening still compare first ' +
      'works bank its different gave bill next theme change use as set',
    charged: 'charged charge charging wants asks asking',
    costs: 'costs cost',
    price:
      'exchange rate rates price prices worth cost costs fresh old recent update updated current currently ' +
      'value market',
  },

  phrases: {
    official: 'official|central bank',
    parallel: 'parallel|black|black market|street',
    average: 'average|avg',
    exchange: 'crypto',
    sharp: "o'clock|o’clock|oclock",
    ofPart: 'in the|at',
    beforeHour: '',
    movedTo: 'make it|move it to',
    history: 'last time the|last time it',
    gap: 'compare|compare with',
    howMuchMade: 'did i make|have i made|did i sell|have i got',
    bothDollars: 'between the * dollars|are the * dollars',
    changes: 'how many times|what happened to',
    published:
      'has * published|have they published|did * update|did * publish|get the new *|got the new *|rate yet|rate already|publish it|published already|been published|publish already|rate out|is it out|tomorrow out|' +
      'when does bcv publish|when does the bcv publish|published yet|out yet|what time does|when does the|when do they publish|what time do',
    trend:
      'forecast|prediction|good time to|went up again|up again|down again|or wait|should i wait|wait till|wait until|higher or lower|lower or higher|why did it|why is it going|' +
      'why so high|what will|next week|next month|higher than yesterday|lower than yesterday|should i buy|' +
      'should i sell|' +
      'up or down|going up|going down|go up|go down|rising or falling|rising|falling',
    alert:
      'text me if|text me when|message me if|message me when|wake me up if|wake me if|wake me up when|remind me when|remind me if|let me know|lmk|tell me when|tell me if|ping me',
    toldThen: '* tell me|* text me|* ping me',
    daily:
      'every day|everyday|every morning|every evening|every night|each day|each morning|each evening|daily',
    eachMorning: 'every morning|each morning',
    sendAsked: 'want to get|like to get|want to receive|like to receive',
    sendIt: 'send it|send me that|send me it|send that',
    youSend: 'you send|that you send',
    digest:
      'morning thing|daily thing|morning text|daily text|summary|digest|daily message|morning message|morning msg|daily msg|evening message|messages in the morning|morning messages',
    weekend: 'weekend|weekends',
    workdays: 'every weekday|on weekdays|weekdays|except weekends|not on weekends',
    lateDaily: 'every evening|every night|each evening|each night|evening message',
    comesOut: 'is out|comes out|come out|is published|gets published',
    myRate: 'my rate|my price',
    onlyThat: '',
    inCash: 'in cash',
    inBank: 'in the bank|in my account|in the account',
    reallyWorth: 'actual dollars|really worth|real dollars|really at|actually worth',
    thatRate: 'at that rate|at that price|at this rate',
    unitAsked: 'per piece|for one|per unit|for each one',
    eachAsked: 'much per head|much for each|much each|much is each|much per person|much a head',
    each: 'per head|each|apiece|per person|a head',
    alertsAsked: 'which ones do i have|which alerts|what alerts|alerts do i have|alerts i have',
    hourly: 'every hour|hourly|every minute',
    cheated: CHEATED,
    fair:
      `${CHEATED}|` +
      'is that fair|that ok|fair|cheat|is that right|right price|cheaper|better to pay|' +
      'is that true|' +
      'good or|which is better|is better|good price|take it|vs market|more expensive',
    soldAway:
      'changed|exchanged|sold|swapped|sent|they gave me|he gave me|she gave me|gave me|got me|i got|paid me',
    boughtIn: 'i bought|sold me|they sold me',
    notToLose: 'not lose|not to lose|not losing|break even|don t lose|dont lose|without losing',
    impliedRate: 'what rate|which rate',
    fresh:
      'date of that|date of this|what date is|this rate from *|that rate from *|is the rate from *|rate is from *|this from *|is that from *|how old|how fresh|how current|last update|you update|up to date|last updated|when was it updated|' +
      'was this updated|how recent|last update|' +
      'is this current',
    weekends: 'on weekends|on the weekend|bank holiday|holiday|holidays|weekends',
    kinds:
      'does * mean|does * even mean|what is * exactly|different dollars|different rates|' +
      'so many different rates|* different|two rates|two prices|two dollars|not the same|' +
      'why are there *|so much higher|' +
      'why is the *|buy or sell side|buy or sell|buying or selling',
    legal:
      'charge in dollars or|charge in bolivars or|rate is legal|rate do i use|which one is legal|which is legal|rate do i have to|can they do that|are they allowed|am i supposed to use|supposed to use|rate do stores|have to use|should shops use|should stores use|' +
      'is it legal|illegal|rate should i|rate do i charge|rate to charge|' +
      'do people use|people actually use|do shops use|do stores use|does everyone use|everyone use|everybody use|so which one do i use at|rate do they use|rate they use|they use * or *|which one do i look',
    figures: 'minimum wage|inflation|minimum salary|basic basket',
    stopping:
      'how do i stop|how do i turn off|how do i delete|how do i cancel|how do i remove|how do i mute|how to stop|' +
      'how to turn off|how to delete|how to cancel|how to remove|how to mute|how can i stop|how can i turn off|' +
      'how do i unsubscribe|how to unsubscribe|how do i get rid of',
    identity:
      'affiliated|are you from *|are you the *|you a scam|this a scam|bot a scam|can i trust you|trustworthy|who runs|who made you|is it safe|is this safe|legit|voice|a real person|are you a bot|are you human|' +
      'are you a person|my password|who is behind|who owns',
    free: 'pay for this|pay for the bot|cost anything|is it free|is this free|does it cost|do you charge|are you free',
    groups: 'add you to|whatsapp|in a group|to a group|to my group|in my group',
    trade:
      'can i buy dollars|can i sell dollars|can i change dollars|can i exchange|usdt for me|dollars for me|dollars from you|do you sell|do you buy|sell me|buy my|buy from you|sell to you',
    sources:
      'different rate to|different rate than|different rate from|different number|seems wrong|seems off|looks off|where do u get|where do u even get|where do you even get|are they live|whos wrong|who is wrong|whos right|who is right|where do you get|do u get the *|where do the prices|your source|your sources|you get it|get it from|' +
      'different one|looks wrong|whose rate|your rate different|different from what|source for|' +
      'get the numbers|different figure|is wrong|isn t right|not right',
    tooMany:
      'so many messages|so many alerts|so many notifications|so often|text me so much|message me so much|too many messages|too many alerts|too many notifications',
    followed: '',
    quit: 'stop sending me|dont send me|don t send me|do not send me|stop all|stop messages|stop messaging|stop sending|stop telling|stop|unsubscribe',
    ability: 'how do i say|how do you say|write that out|write that as',
    leave:
      'stop sending me stuff|stop sending me everything|stop messaging me|stop texting|leave me alone|delete me|stop everything|unsubscribe me',
    opinion:
      'think itll|think it|you reckon|going to hit|gonna hit|u think|you think|do you reckon|do you think|you think it|what do you reckon',
    thisOne: 'that one|that alert|that|it',
    sinceThen: 'since then|from then|since that day|since that date',
    untilNow: 'until now|up to now',
    oneBefore: 'before that|previous one',
    periodBefore: 'month before|week before|year before|previous month',
    samePeriod: 'that month|same month|that week|same week|that year|same year',
    address: '',
    sameDay: 'back then|that day|that date|same day|should it have been|should have been',
    eachOfThem: 'would each be|is each one',
    takenOff: 'take off|knock off',
    paysNothing: 'is not paying|isnt paying|doesnt pay|does not pay|wont pay|pays nothing',
    taxAsked: 'who pays|who charges|what is|whats',
    hourAsked: 'what time|what hours|opening hours',
    notNeeded: 'dont need|don t need|do not need|not needed|no need|dont want|don t want',
    findsTax: 'work out the vat',
    inForeign: 'cash dollars|dollars cash|in dollars|in cash dollars',
    takenOut: 'take out the vat|take the vat out',
    taxWithin: 'vat included|iva included|includes vat|includes iva|including vat|including iva',
    untaxed: 'whats the net|what is the net|how much is the net|how much before tax',
    exempt: 'tax free|exempt',
    addedTo: 'add|on it too',
    howMuchMore: 'how much more|how much less',
    besideRate: 'bs under|bs below|bolivares under|bolivares below',
    ofElse: 'among us|between us|between me|i keep|old bolivars|old bolivares',
    digestNotice: 'morning alert|evening alert',
    stillOwed: 'still owes|still owe',
    asChange: 'dollars back|dollars change',
    gaveMe: 'he gave me|she gave me|they gave me|gave me back',
    paidMe: 'pays|gives|hands|gave me|paid me|customer paid|client paid',
    handedBack: 'gave back *|gave me back *|bs back|usd back|dollars back|bolivars back|bolivares back',
    meant: 'meant|i mean|sorry',
    removeThat: '',
    eachDayOf: 'each day of|every day of|each day this|every day this',
    willBe: 'will be|will it be|will * be|will the rate be|where will|going to be|gonna be',
    whenDid: 'when did|when was|what day did|which day did',
    untilThen: 'until it hits|until it reaches|far until',
    weAreSo: 'if were *|if we are *|if we re *|we are *|we re *',
    withThat: 'with that|with those',
    keepOnly: 'leave the|keep the|leave only|keep only',
    thatSum:
      'to get that|that in|is that|for that|should it have been|would it be|would that be|should that be|will that be|is it|that compare',
    whichRate: 'what rate is that|which rate is that|what rate did you use|at what rate',
    extreme: 'highest|lowest|the high|the low',
    allOfThem:
      'delete all my alerts|remove all my alerts|cancel all my alerts|clear all my alerts|delete all alerts|remove all alerts|get rid of them all|get rid of all of them|delete them all|remove them all|delete all of them|cancel them all|delete them|remove them|clear them all|' +
      'delete all the alerts|clear all alerts|both of them|delete both alerts|remove both alerts|cancel both alerts',
    enoughFor: 'enough for|enough to',
    givesBack: 'give back|i give|change do i give',
    thatOne: 'one for *|the * one|the * alert|alert at *|alert of *|one at *',
    unfollow: 'unfollow|stop following|remove',
    quiet:
      'dont wake me|don t wake me|no messages|no alerts|no notifications|no more messages|don t disturb me|do not disturb me|dont disturb me|' +
      'don t message me|do not message me|dont message me|' +
      'don t write to me|don t write me|dont write me|don t send|dont send|do not send',
    silence: 'quiet hours|do not disturb|silence|turn off notifications|mute notifications',
    resume:
      'turn it back on|turn them back on|turn alerts back on|turn the alerts back on|start again|resume|unmute|i m back|im back|come back',
    settings: 'settings|time zone|timezone',
    payTo: 'my pago movil data|save my pago movil|my mobile payment',
    ownData:
      'keep my messages|keep my data|keep a record|record of what|my data|save my info|my info|store my data|' +
      'keep my data',
    language:
      'english please|language|in english|in spanish|to english|to spanish|speak english|speak spanish',
    help:
      'how do i use|how does this work|how does this thing work|how does it work|how to use this|who are you|i don t understand|i dont understand|help|commands|options|what can you do|what else can you|' +
      'how do you work',
    thanks: 'cheers|thanks|thank you|thank u|thx|ty',
    greetings: 'gm|hey|hi|hello|good morning|good afternoon|good evening|good night|start',
    iSell: 'i sell|i only sell|i just sell',
    theySell: 'they sell|sells me|they are selling|sell me|selling me',
    theyBuy: 'i changed|i sold|they buy|they are buying|buy from me|buy mine|to change my *|will change my *',
    sold: 'buy|should i buy|buying',
    bought: 'they offer me|offers me|offered me|offering me|sell|should i sell|selling',
    offered: '',
    throughBank: 'pago movil|by pago movil|in pago movil',
    byPhone: 'by pago movil|with pago movil|via pago movil|pago movil|in cash',
  },

  days: { today: 0, yesterday: -1, tomorrow: 1, 'day before yesterday': -2, 'day after tomorrow': 2 },
  holidays: {
    ...{ christmas: 1225, xmas: 1225, 'christmas day': 1225, 'christmas eve': 1224, 'xmas eve': 1224 },
    ...{ 'new year': 101, 'new years': 101, 'new years day': 101, 'new years eve': 1231 },
    ...{
      "new year ' s day": 101,
      "new year ' s eve": 1231,
      'new year ’ s day': 101,
      'new year ’ s eve': 1231,
    },
  },
  periods: { day: 1, week: 7, month: 30, quarter: 90, year: 365, wk: 7, yr: 365 },
  frequencies: {
    ...{
      daily: 1,
      weekly: 7,
      biweekly: 15,
      fortnightly: 15,
      monthly: 30,
      yearly: 365,
      annual: 365,
      annually: 365,
    },
  },
  shortPeriods: { d: 1, w: 7, m: 30, y: 365 },
  minutePeriods: { min: 1, minute: 1, h: 60, hour: 60 },
  numerals: {
    ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
    ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17 },
    ...{ eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70 },
    ...{ eighty: 80, ninety: 90, half: 0.5 },
  },
  inOrder: { first: 1, second: 2, third: 3, last: -1 },
  parts: { half: 0.5, third: 1 / 3, double: 2, twice: 2, triple: 3 },
  scales: { hundred: 100, k: 1_000, thousand: 1_000, mm: 1_000_000, million: 1_000_000, millions: 1_000_000 },
  namedHours: { noon: 12, midnight: 0 },
  minutesBefore: { 'half past': 30, 'quarter past': 15, 'quarter to': -15 },
  minutesAfter: {},
  partsOfDay: {
    morning: [[1, 11]],
    afternoon: [[12, 18]],
    evening: [[16, 23]],
    night: NIGHT,
  },

  spellings:
    'comission commission|commision commission|mesages messages|messges messages|usdts usdt|n and|minimun minimum|pls please|plz please|plss please|u you|ur your|r are|wen when|msgs messages|msg message|todays today|' +
    'yesterdays yesterday|' +
    'tomorrows tomorrow|wats whats|wat what|tmrw tomorrow|tmr tomorrow|tomorow tomorrow|tody today|' +
    'tday today|tofay today|tomorows tomorrow|yday yesterday',
  spelledOut: {
    '500k': 'half a million|half million',
    '250k': 'a quarter million|quarter million|a quarter of a million|quarter of a million',
    '750k': 'three quarters of a million',
    'y medio': 'and a half',
    and: 'what about|how about',
    left: 'left over|leftover',
  },
  moneys: { RUB: 'ruble|rubles' },
  places: {},
}
