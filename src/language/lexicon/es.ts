import { SPANISH_MONTHS } from '../../domain/caracas.ts'

/** Words with the number that each means. */
type Values = Readonly<Record<string, number>>

/** Words with the hours that each allows, as ranges with both ends included. */
type Hours = Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>

/** The hours that are called night. */
export const NIGHT = [
  [18, 23],
  [0, 4],
] as const

/** Ask whether the writer was cheated; in the past they judge a deal that is done. */
const CHEATED =
  'me tumbaron|me robaron|me estafaron|me enganaron|me jodieron|me vieron la cara|me clavaron|me cobraron de mas|' +
  'buen negocio|buen trato|buen cambio|salgo perdiendo|sali perdiendo|cuanto pierdo|estoy perdiendo|' +
  'cuanto perdi|pierdo yo'

/**
 * What people type in Spanish, by its meaning: in lower case, without accents. A language is one such table; the words of
 * all languages are read in every chat.
 */
export const ES = {
  /** Words between spaces. */
  words: {
    /** The months and the weekdays in their order; a week begins on Sunday. */
    months: SPANISH_MONTHS.join(' '),
    weekdays: 'domingo lunes martes miercoles jueves viernes sabado',
    /** Say that a weekday is over. */
    past: 'estaba estaban estuvo cerro era eran fue valia valian costaba costaban pasado pasada',
    /** Before `mañana` they say that it is the morning. */
    beforeMorning: 'la esta cada',
    /** Stands before a number of days, and after it. */
    before: 'hace',
    ago: '',
    /** Before a period that is over they count one: `a month ago`. */
    oneAgo: '',
    /** Names the first day of a period: `a principio de año`. */
    began: 'empezo comenzo arranco',
    beginning: 'principio principios comienzo comienzos inicio inicios',
    /** Stands between two days of a month. */
    betweenDays: 'al a y hasta',
    /** Stands before a period up to today, and after one that is over. */
    thisPeriod: 'este esta',
    lastPeriod: 'anterior pasado pasada',
    /** Beside a period: before the day that was asked for. */
    beforeThat: 'antes anterior',
    /** Before `el año pasado` they say that the day of today is meant: `por esta fecha el año pasado`. */
    sameDate: 'fecha fechas epoca dia',
    /** The end of a range that goes on. */
    now: 'ahora ahorita',
    /** `lo que va de año`. */
    soFar: 'va',
    since: 'desde',
    /** Before a period they say how often: `600$ al mes`. */
    eachPeriod: 'al por cada a',
    /** Between a range and what it is of. */
    of: 'de del d',
    /** Written onto the day of a month: `4th`. */
    ordinals: '',
    /** Stands before the day of a month that is not named: `el día 3`; and before such a day with an ordinal. */
    beforeDay: 'dia',
    beforeOrdinal: '',
    /** Stands before such a day at the end of a line: `el dólar el 15`. */
    beforeLastDay: 'el del',
    /** Before `día 3` they say that it is no date. */
    noDate: 'cada un por al hoy ayer',
    /** Before `1/2` they say that it is a date. */
    beforeDate: 'el del al dia',
    /** Before a past year. */
    inYear: 'en',

    /** Of the scales, slang that means bolivares if no unit is said. */
    slangScales: 'luca lucas palo palos',
    /** Joins two parts of a number: `treinta y cinco`, `millón y medio`; and two amounts or names. */
    and: 'y',
    or: 'o',
    several: 'varios varias pocos pocas',
    halves: 'medio media',
    multiples: 'docena docenas',
    /** Numbers that are articles as well. */
    one: 'un una uno',
    /** Of these, the one that cents may follow: `uno con veinte`. */
    firstOfCents: 'uno',
    /** All of what was said, behind their article. */
    both: 'dos tres cuatro',
    plural: 'los las',
    /** Stands between a scale and its unit: `un millón de bolívares`. */
    ofAmount: 'de',

    /** Between a price and the one unit that it is of. */
    perOne: 'por el cada',
    bolivares: 'bolivar bolivares bolibares bolos bolo bolitos bsf',
    /** Shops in Venezuela write `ref` for dollars; people call them greens and lettuces. */
    dollars: 'dolar dolares dolarito dolaritos dolarcito dolarcitos dls ref verde verdes lechuga lechugas',
    euros: 'euro euros euritos',
    /** Money that people ask for and that is no price of ours, unless a monitor has its name. */
    foreignMoney:
      'peso pesos reales libra libras yen yenes soles franco francos quetzales guaranies bitcoin bitcoins btc oro',

    dollarCents: 'centavo centavos',
    cents: 'centavo centavos centimo centimos',

    /** Stands between a currency and the one to convert to. */
    to: 'a en',
    /** Stands before the rate to convert at. */
    at: 'a al en',
    /** Articles and prepositions, which names are compared without, and what else may stand within a name. */
    glue: 'de del el la los las lo al a en',
    withinName: 'tasa cambio precio segun por',
    gap: 'brecha diferencia diferencial',

    percent: 'ciento porciento',
    /** Stands before a word for percent. */
    per: 'por',
    above:
      'mayor mas encima sobre supera supere superar sube suba subir pasa pase pasar pasan cruza cruce rebasa rebase',
    fell: 'bajo cayo',
    /** Say that a price came to another. */
    reached: 'paso llego toco alcanzo supero cruzo rebaso esta anda sigue',
    below: 'menor menos debajo bajo baja baje bajar cae caiga caer',
    /** Of these, those that count before a number only, and what stands between them: `más o menos`. */
    moreOrLess: 'mas menos',
    once: 'sola solo solamente vez',
    cooldown: 'cada pausa',
    /** After a number they say how often. */
    often: 'vez veces',
    until: 'hasta',
    /** Before how long something lasts. */
    lasting: 'por durante',
    /** Beside another time than the one before: `mejor a las 8`. */
    instead: 'mejor',
    /** A rate that does this may rise or fall. */
    moves: 'mueve mueva cambia cambie varia varie',
    /** Ask which rate holds. */
    holding: 'vale cuenta usa usan queda rige aplica cambia mueve trabaja',
    /** Beside a condition. */
    besideCondition:
      'cambia cambie mueve avisa avisame avisar alertame llega llegue llegar alcanza alcance toca toque',

    /** Between a bill or a question and its verb: `la cuenta me dio 25`. */
    self: 'me nos',
    /** Stands between a bill and what is paid for it. */
    pays:
      'paga pago pagan pagaron pague pagando cancela cancelan da dan dio dieron entrega entregan entrego ' +
      'recibi recibo pasaron ' +
      'con abona abonan abone abono abonaron dar doy paso transfirio transfirieron deposito depositaron',
    /** The same after `y`, where a bill is said: `debo 30$ y tengo 5000 bs`. */
    holds: 'tengo tenemos carga',
    with: 'con',
    /** Joins a price and its cents: `14 con 50`. */
    withCents: 'con',
    without: 'sin no',
    negation: 'no',
    except: 'menos excepto salvo',
    stopping: '',
    bank: 'banesco mercantil provincial bancamiga bnc bdv tesoro bicentenario bancaribe banplus',
    foreignTax: 'igtf',
    /** Money that counts as dollars where it is paid. */
    paidAsDollars: 'usdt usdc zelle paypal binance divisa divisas',
    zelle: 'zelle',
    /** Words for the signs of a sum, between two numbers. */
    plus: 'mas y',
    minus: 'menos',
    times: 'por',
    over: 'entre',
    /** Say that a sum is divided, and not multiplied, by what follows `por`. */
    dividing: 'divide dividir dividido divididos reparte repartir',
    dividedBy: 'por',
    /** Ask for a price of each thing. */
    listing: 'lista listado tabla',
    /** What is weighed, and among how many people a bill is divided. */
    kilo: 'kilo kilos kg kgs kilogramo kilogramos litro litros',
    gram: 'gramo gramos gr grs g ml',
    quarter: 'cuarto cuartos',
    people: 'persona personas amigos amigas cuotas partes pagos',
    weAre: 'somos eramos fuimos',
    weighs: 'peso pesa pesaron pesan',
    me: 'yo',
    /** `split among 5 of us` */
    ofUs: '',
    /** Before another wish than the one before. */
    /** Take back what was said. */
    sorry: 'perdon perdone disculpe disculpa mentira digo ups esperate espera',
    /** Begin a text without meaning in it. */
    opening: 'ay ah aja ok osea',
    excuse: 'ay ah no perdon perdone disculpe disculpa ups epa mentira espera esperate',
    /** Beside the number that puts another one right: `no perdón, eran 13`. */
    besideCorrection: 'de eran fueron fueran son digo sino que dije realidad verdad esos esas los las el la',
    /** Ask what several things come to. */
    inTotal: 'mas gasto gaste total todo suma sumame sumalos sumalas presupuesto',
    /** Stand before the price of one piece or kilo. */
    each: 'a cada',
    /** Asks for the change of a bill. */
    changeDue: 'vuelto vueltos',
    /** Stands between what is paid and its bill: `me pagan 50 por 20`. */
    forBill: 'por para de son pagar eran',
    /** Stands before a bill: `20 si son 13,40`. */
    billIs: 'son debe deben debo eran pagar cobran cobraron',
    bill: 'cuenta factura total',
    /** What was bought, behind its article. */
    purchase: 'compra',
    /** The same in a text that asks for change: `20 y la cuenta es 13,40`. */
    is: 'es era fue',
    banknote: 'billete billetes',
    /** Behind the value of notes that are counted: `two 20s`. */
    notesBehind: '',
    /** With a percentage they make an amount larger: `subir un 10 %`. */
    raise: 'subo subir subirle aumentar aumentarle aumento recargo',
    /** Before the percentage that a seller earns. */
    gain: 'servicio propina ganar ganarle ganancia margen',
    /** What a percentage of a bill is taken off for, and added for. */
    discount:
      'descuento rebaja rebajar rebajale rebajarle rebajo descuentale descontar comision quita quitan descuenta descuentan',
    saleTax: 'iva',
    /** Ask what is left of what was paid, or what lacks. */
    left:
      'completo vuelto vueltos falta faltaria faltan queda sobra resto resta restan demas debe debo devuelvo ' +
      'devolver devuelven devuelve completa alcanza alcanzan alcanzo',
    /** What the writer hands back. */
    gives: 'doy devuelvo devolvi',
    /** Ask whether an amount is enough for another. */
    enough: 'alcanza alcanzan alcanzo alcanzaria',
    /** One more of the same. */
    another: 'otra otro',
    also: 'incluyendo tambien ademas',
    /** Of a payment that was made, and of one that is due. */
    gave: 'di dimos',
    /** Of bolivares beside a bill: what was paid of it. */
    sent: 'mando mandaron enviaron llego llegaron entro entraron cayo cayeron',
    toPay: 'pagar',
    /** What is paid first of a price, before its instalments. */
    deposit: 'inicial',
    /** Before a payment by somebody else: `me va a pagar 10$`. */
    wills: 'va van quiere quieren puede pueden viene vienen',
    those: 'esos esas estos estas',
    /** Ask what is earned of what was spent. */
    earned: 'ganarle gano ganando gane ganancia',
    /** The same behind its amount. */
    paidBehind: 'pagados pagado pagadas',
    /** Say by what means something was paid. */
    paidBy: 'movil pagomovil transferencia',
    /** Before how many of a thing somebody wants. */
    takes:
      'lleva llevo llevan quiere quiero quieren compre compra compro pidio pide lleve necesito compraron pidieron llevaron necesitamos queremos llevamos',
    /** Begins what is not paid yet: `y el resto en bolívares`. */
    rest: 'resto diferencia faltante demas',
    charge: 'cobrar cobra cobrame cobrale cobrele cobreme cobro cobrarle',
    /** Beside a bill. */
    besideBill:
      'aun todavia completa completan completo devuelve devolver clienta cuenta factura total debe deben debo efectivo ' +
      'movil impuesto ' +
      'billete billetes queda falta vuelto vueltos cambio sobra devuelvo doy calcula tasa',

    /** Between two times. */
    besideHours: 'a al la las los un de desde hasta entre y todos cada dia dias',
    /** Before a number it says that this is an hour: `every day at 8`. */
    atHour: 'tipo',
    /** The same, of a message that is asked for. */
    aboutHour: '',
    night: 'noche noches',
    /** Beside one time say on which side of it is silence. */
    after: 'despues pasadas',
    earlier: 'antes',

    /** What comes at an hour. */
    message: 'mensaje resumen aviso',
    /** Sent by the bot, at any time. */
    messages: 'mensaje mensajes mensajito mensajitos',
    /** Beside weekdays on which nothing is to be sent. */
    leftOut: 'tampoco salta saltate',
    /** Before what is to be sent. */
    send: 'mandalo mandala mandamela escribeme mandes manda mandame mandamelo envia enviame enviamelo',
    /** Begin a question that goes on from the one before: `¿y en euros?` */
    followUp: 'y e en a al pero no igual misma mismo ahora',
    /** A picture of today’s prices. */
    image:
      'fotico fotito tarjeta tarjetica tarjetita flyer imagen imagenes foto fotos cartel cartelito afiche',
    /** How a picture is to look, whether it is posted by itself, and the page of the shop. */
    square: 'cuadrada cuadrado',
    tall: 'vertical',
    dark: 'oscura oscuro',
    light: 'clara claro',
    auto: 'auto automatica automatico',
    off: 'no quitar',
    shop: 'tienda negocio productos',
    /** Begin what is added to a list of products. */
    adding: 'agrega agregale agregame agregar anade anadele anademe anadir incluye incluyeme mete ponle',
    /** Stand between that and the products, or before products in a sentence: `los precios de`. */
    productList: 'producto productos precio precios lista',
    besideList: 'el la los las a al mi mis estos de',
    /** Ask with which price the day began. */
    opened: 'amanecio amanece amanecer abrio abre',
    /** Beside what a chart is compared with. */
    compare: 'comparalo comparala compara comparame comparar ponlo ponla metele ponme',
    /** Say that a price went up or down. */
    moved:
      'subio subido bajo bajado aumento aumentado vario variado cayo caido movio movido devaluado devaluo ' +
      'depreciado perdido perdio pierde',

    /** Ask how much, and the first words of such a question. */
    asking: 'cuanto cuanta cuantos cuantas como cual cuales precio precios tasa tasas',
    /** Ask to be told. */
    telling:
      'escribeme hazme hagame saca calcula calculame dar darme dame dime decime digame deme muestrame ensename pasame quiero ' +
      'necesito saber',
    howMany: 'cuantos cuantas',
    /** Names the rate, and no price of a thing. */
    rateItself: 'tasa tasas',
    /** Ask whether the bot can do something. */
    ability: 'puedes puede pueden podes podeis sabes',
    howMuch: 'cuanto como cual que',
    convert:
      'convertir convierte convierteme convierta conviertelo conversion conversor convertidor calcula calculame ' +
      'calcular calculadora cambiar cambiame cambia cambio pasar pasame pasa seria serian equivale equivalen ' +
      'suma sumar ' +
      'sumame divide dividir dividido divididos reparte repartir',
    /** Of these, those that ask for a conversion by themselves. */
    convertAlone:
      'convertir convierte convierteme conversion conversor convertidor calculadora calcular calcula',
    history:
      'grafico graficos grafica graficas graficame graficar historial historico historica historicos historia chart ' +
      'evolucion tendencia curva comportamiento estadistica estadisticas',
    last: 'ultimo ultima ultimos ultimas',
    changes: 'cambios movimientos variaciones variacion',
    /** The verbs of an offer, and what says that a price was offered. */
    offering: 'ofrecen ofrece ofreciendo',
    offer: 'me conviene pena buen buena',

    alert:
      'recordatorio avisa avisame avisenme aviseme avisar avisarme avisarnos avises avisas avisan avise aviso alerta ' +
      'alertame alertar ' +
      'alertarme alarma notifica notificame notificar notificarme recuerdame pingueame',
    alertList: 'alertas avisos alarmas notificaciones',
    /** What is made, changed and deleted. */
    alertNoun: 'alertas avisos alarmas notificaciones alerta aviso alarma',
    everything: 'toda todo todos todas',
    if: 'si cuando',
    follow:
      'seguir sigue sigueme siguele siguelo sigues suscribir suscribirme suscribete suscribeme suscripcion vigila ' +
      'vigilame monitorea monitoreame',
    remove:
      'quitalo borralo eliminalo cancelalo quitale quitaselo quitasela borra borrar borrame borre elimina elimine eliminar quita quitar quitame quiteme quite cancela cancelar cancele',
    pause: 'pausa pausar pausame silencia silenciame',
    resume: 'reanuda reanudar reactiva reactivar',
    edit: 'cambiala cambialo cambia cambiar cambiame modifica modificar edita editar',
    /** Beside the hours in which nothing is to be sent. */
    besideQuiet: 'por favor porfa quiero pon ponme poner activa activar nada mensajes avisos mas las en',
    /** Said to be polite, for fun or to end a talk. */
    smallTalk:
      'ok okey okay oki okis vale dale listo perfecto bien fino chevere excelente genial entendido si no aja ' +
      'chao adios ' +
      'bendiciones amen feliz besos abrazos amor linda lindo bello bella wow epale locura pues claro cierto ' +
      'verdad nada ' +
      'hablamos cuidate bye xd naguara uff uf',
    /** Take back what was begun. */
    cancelling:
      'cancela cancelar cancelalo cancelado cancelo olvidalo olvidate olvida olvidemoslo dejalo dejemoslo ' +
      'dejala dejemos no ' +
      'nada mejor salir salirme parar basta',
    /** Names and words for money that are guessed from one wrong letter. */
    guessed:
      'diferencia dolar dolares paralelo paralela binance promedio oficial bolivar bolivares brecha grafico ' +
      'grafica historial ' +
      'alerta avisame',

    polite: 'por favor porfa porfavor pls pf plis',
    /** Without a meaning of their own in a request. */
    fillers:
      'q vida otro otra aja este puedes puede podrias decirme a al ante asi aca aqui ahi alla allah ahora ahorita algo amor aun bien bueno bro ca cada caballero caracas ' +
      'caramba causa chama chamo chamos chamito chico chica chevere colega compa compadre compai como con ' +
      'conocer cono ' +
      'cosa cual cuales cuanta cuantas cuanto cuantos cuando da dale dame das de decime decir del di dice ' +
      'dicen dices ' +
      'dime digame diga digan e el ella ellos en entonces epa epale equivale equivalen era es esa ese eso ' +
      'esta estaba ' +
      'estaban estan estar estara estaria este esto estuvo exacto favor fijate fue gente ha haber han hacer hacia ' +
      'hagame hasta hay haz hazme hermana hermano hey hola igual indica indicame informa informame jefa jefe ' +
      'joven la ' +
      'las le les lo los loco luego mano marica marico me mi mija mijo mira mire mis mismo momento mucho muestra ' +
      'muestrame mostrar nada necesito nojoda nos o oe ok okey oye oiga pa pal pana panas panita papa papi para pero ' +
      'plis podria podrias poner por porfa porfavor porfis primo profe pues puede puedes puedo que queria quiero ' +
      'quisiera rapidito reina rey saber sabe sabes se senor senora senorita ser seria serian si sino sobre ' +
      'solo somos ' +
      'son sr sra su tan tanto te tener tengo tenemos tenia tiene tienen tienes tio todo todos todas toda total ' +
      'tu u un ' +
      'una uno unos unas usted va vamos van vaina vale ve vecino vecina ver vez veci vergacion verga vzla ' +
      'venezuela y ' +
      'ya yo naguara na guara buenas buenos buena buen dia dias tarde tardes noche noches manana madrugada saludos ' +
      'gracias mil muchas muchisimas amable info mio mia hijo hija mando mandaron enviaron llegaron recibi ' +
      'remesa zelle ' +
      'paypal cobrar cliente clientes proximo proxima pasado pasada viene ultimo ultima ultimos ultimas exactamente ' +
      'aproximadamente fa tipo manda mandame mandar mas menos otra otro vs caro cara barato alto encima entre versus ' +
      'comparar compara comparame comparado lejos contra veces movio movido cambiado conviene pena negocio diario ' +
      'diaria diariamente recibir enviame envia enviar programa programar activa activar cambiar hora abrir borrar ' +
      'manejas manejan trabajas trabajan ingles espanol castellano pon holaa alo feliz avisar avisarme avises aviso mensajes mensaje cambie cambia ' +
      'cambien salga salgan mueva actualice actualicen actualiza publique publiquen ponme crea crear ponga puesta ' +
      'puestas montada montadas activas notificaciones comparte compartir descargar genera generar pasa ' +
      'pasame publica ' +
      'publicar estado estados whatsapp instagram tarjeta pagar condominio alquiler colegio mensualidad cobro ' +
      'cobran pongo compre hacen deben voy puesto puestos mejor antes despues temprano tempranito cuenta ' +
      'mandamelo enviamelo tambien rapido urgente apenas cuales sean exacto perdon perdone disculpe vendi',
    /** Say what a seller asked for something. */
    charged: 'cobraron cobro cobran cobra piden pide pidieron',
    /** Say what something costs. */
    costs: 'cuesta cuestan vale valen sale costo',
    /** Ask for a price, or stand beside one. */
    price:
      'tasa tasas precio precios cotizacion cotizaciones cambio cambiario cambiaria valor valores cuesta ' +
      'cuestan costo ' +
      'costaba valia vale valen anda andan andaba ando amanecio amanece amanecer cerro cierre cierra abrio abre ' +
      'apertura ' +
      'marca marcando cotiza cotizan sale esta estaba estan estuvo subio bajo sube baja subiendo bajando ' +
      'subido bajado ' +
      'actual actualmente actualizado actualizada actualizaron actualizo actualizan vigente publico publicado ' +
      'publicaron ' +
      'nueva nuevo divisa divisas moneda dolares bolivares bs bolivar mercado referencia referencial digital ' +
      'efectivo mayor menor final tiempo real ' +
      'fresco reciente actualizacion desactualizado viejo llego llega quedo ponen puso pusieron esperan calle',
  },

  /** Phrases between bars. */
  phrases: {
    /** The rates of the dollar that people mean, whatever a server calls them. */
    official: 'bcv|oficial|banco|banco central|oficial bcv|gobierno',
    parallel: 'paralelo|paralela|negro|mercado negro|no oficial|extraoficial|monitor|calle',
    average: 'promedio',
    exchange: 'usdt|binance|p2p|tether|cripto',
    /** Said after a full hour. */
    sharp: 'en punto',
    /** Stands between an hour and its part of the day. */
    ofPart: 'de la|d la|en la|por la|del',
    /** Says that an hour follows. */
    beforeHour: 'd las|pa las|pa la|a las|a la|para las|para la|de las',
    movedTo: 'ponlo para|ponla para|pasalo para|pasala para',
    history:
      'ha sido el|ha sido la|dia mas caro|dia mas alto|dia mas barato|dia mas bajo|fue el maximo|fue el minimo|fue lo maximo|maximo que|minimo que|ultima vez que|ha estado|ha ido|se ha movido|se ha comportado|ha subido|ha bajado|a subido|a bajado|ha variado|se movio',
    gap:
      'lejos esta|mas caro|mas barato|mas alto|mas cara|por encima del|lejos del|vs|versus|comparar|compara|comparame|' +
      'comparado con',
    /** Ask what all of a day's amounts come to. */
    howMuchMade: 'cuanto hice|cuanto llevo|cuanto vendi|cuanto saque|cuanto junte',
    bothDollars: 'entre los * dolares',
    changes:
      'que tanto se movio|que tanto se ha movido|cuanto se movio hoy|cuantas veces|que paso con|que paso hoy con|que ha pasado con|que le paso a',
    published:
      'a que hora publicas|que hora publicas|a que hora la publicas|a que hora subes|ya lo pusieron|ya la pusieron|tasa nueva|nueva tasa|sale nueva|a que hora es que|que hora sale|que hora publican|ya la publicaron|ya la publico|ya lo publicaron|ya salio|ya salieron|' +
      'ya publicaron|ya publico|ya actualizaron|ya actualizo|ya cambiaron|salio la de|cuando actualizan la tasa|cuando actualizan el *|cuando publican la|cuando publican el|cuando cambia la|' +
      'publicaron la de|salio el de|salio la del|a que hora sale|a que hora publican|a que hora publica|' +
      'a que hora la publican|a que hora actualizan|a que hora actualiza|a que hora sacan|a que hora saca|' +
      'a que hora cambia|' +
      'a que hora ponen|que hora se actualiza|a que hora actualizas|a que hora se actualiza|cuando sale la|' +
      'cuando publican|cuando cambia la|' +
      'cada cuanto se actualiza|cada cuanto actualizan|hasta cuando',
    trend:
      'pronostico|pronosticos|prediccion|pa arriba o pa abajo|para arriba o para abajo|buen momento|que va a pasar con el *|que va a pasar con el dolar|que va a pasar con el euro|sube o se queda|volvio a subir|subio otra vez|otra vez subio|sera que * sube|sera que * baja|sera que sube|sera que baja|por que subio|por que sube|por que bajo|por que baja|quien subio mas|cual subio mas|quien sube mas|' +
      'cual sube mas|subio o bajo|sube o baja|subiendo o bajando|sube o no|va a subir|va a bajar|va subiendo|' +
      'va bajando|' +
      'esta subiendo|' +
      'compro dolares ahora|comprar dolares ahora|suba o baje|que suba|o esperar|siga subiendo|' +
      'seguir subiendo|seguir bajando|va a seguir|vaya a subir|esta bajando|' +
      'sigue subiendo|sigue bajando|seguira subiendo|subira|bajara|proxima semana|proximo mes|mas alto que ayer|' +
      'mas bajo que ayer|mas caro que ayer|mas barato que ayer|hacia donde va|para donde va|' +
      'me espero|o espero|espero a manana|hoy o manana|conviene esperar',
    alert:
      'escribeme si|escribeme cuando|dime si|dime cuando|me dices si|me dices cuando|me escribes cuando|' +
      'me escribes si|dame un toque|' +
      'pegame un grito|echame un grito',
    /** Behind a condition: `si el euro toca los 1000 me dices`. */
    toldThen: '* me dices|* me escribes|* me avisas|* me cuentas',
    /** Beside a name they ask for a follow. */
    daily:
      'en las mananas|por las mananas|todos los dias|cada dia|diariamente|a diario|todas las mananas|cada manana|todas las tardes|cada tarde|' +
      'todas las noches|cada noche',
    eachMorning:
      'en la mananita|todas las mananas|cada manana|en la manana|en las mananas|por la manana|por las mananas',
    sendAsked: 'quiero recibir|puedes mandar|puedes enviar|podrias mandar|podrias enviar',
    /** What is to be sent is what was asked before. */
    sendIt: 'mandalo|mandala|mandamelo|mandamela|enviamelo|enviamela|avisamelo',
    /** Of these, those that say that an hour is after noon. */
    lateDaily: 'todas las tardes|cada tarde|todas las noches|cada noche|en la tarde|en la noche',
    /** Of a message that is sent daily. */
    youSend: 'que mandas|que me mandas|que envias|que me envias',
    /** The one message a day. */
    digest:
      'aviso ese de la manana|aviso ese de las mananas|mensaje ese de la manana|mensaje ese de las mananas|mensaje de las mananas|mensajes de las mananas|mensaje de las tardes|mensaje de las noches|aviso de la manana|aviso de la tarde|avisos de la manana|mensajes en la manana|mensajes de la manana|' +
      'mensaje en la manana|resumen|mensaje diario|mensaje de la manana|mensaje de la tarde|' +
      'mensaje de la noche',
    weekend: 'fin de semana|fines de semana',
    /** From Monday to Friday. */
    workdays:
      'entre semana|dias de semana|dias habiles|dias laborales|dia habil|menos sabado y domingo|' +
      'menos sabados y domingos|menos los fines de semana',
    /** Beside a wish to be told: that a price is published. */
    comesOut: 'haya|saque|salga|publiquen|publique|actualicen|saquen|salio',
    myRate: 'mi tasa|mi precio',
    inCash: 'en efectivo',
    /** Where somebody has money, in three words. */
    inBank: 'en el banco|en la cuenta|en mi banco|en mi cuenta',
    onlyThat: 'nada mas',
    /** Ask what dollars at one rate are at another. */
    reallyWorth: 'de verdad|reales|me quedan|me queda|en realidad',
    /** The price that was said before in the same text. */
    thatRate: 'a esa tasa|a ese precio|a ese cambio|con esa tasa|con ese precio',
    /** Ask what one piece of several comes to. */
    unitAsked:
      'sale cada|cuesta cada|sale cada uno|sale cada una|sale cada 1|sale la unidad|sale cada unidad|' +
      'sale una sola|sale uno solo|es cada uno',
    eachAsked:
      'cuanto cada uno|cuanto a cada uno|cuanto le toca a cada uno|cuanto pone cada uno|cuanto paga cada uno',
    each: 'cada uno|cada una|c u|la unidad|por unidad|por cabeza',
    alertsAsked: 'cuales tengo|que alertas|que avisos|que alarmas|cuales alertas|alertas tengo|avisos tengo',
    hourly: 'cada hora|cada media hora|cada rato|cada minuto',
    cheated: CHEATED,
    /** Ask whether a price is good. */
    fair:
      `${CHEATED}|` +
      'que tasa es esa|que tasa es|me dice que esta|me dicen que esta|dice que esta en|dicen que esta en|esta bien|estan robando|esta robando|robandome|tumbando|estafando|de mas|es verdad|sera verdad|es cierto|' +
      'conviene mas|sale mejor|es mejor|mas barato|mas economico|es justo|me conviene|conviene mas|esa tasa cual es|buen precio|' +
      'es bueno|es caro|sale mas',
    /** Of a deal that was done and is judged: dollars that the writer sold, and bought. */
    soldAway:
      'cambie|cambiar|vendi|me cambiaron|me cambio|me compraron|me compro|me pagaron|me dieron|me dio',
    boughtIn: 'compre|me vendieron|me vendio|me dejaron|me los dejaron',
    /** Beside the rates at which one buys and sells. */
    notToLose:
      'lo tengo que poner|lo tendria que poner|tengo que ponerlo|no perder|sin perder|no perderle|no pierda|no perdiendo',
    impliedRate:
      'que tasa|cual tasa|a como me|a cuanto me|a cuanto sale|a como sale|a como salio|a cuanto salio|a cuanto el dolar',
    /** Ask how old the prices are. */
    fresh:
      'cada cuanto actualizas|cada cuanto te actualizas|que tan actualizado|que tan actualizada|que tan reciente|de que fecha|que fecha es|fecha de esa|fecha tiene|esta actualizada|esta actualizado|estan actualizados|estan actualizadas|esta fresco|esta fresca|es viejo|' +
      'esta viejo|esta vieja|de que hora|de ahorita o|de hoy o|hace cuanto actualizaste|hace cuanto que|' +
      'de que dia es|ultima actualizacion|cuando actualizaste|' +
      'seguro esta al dia|quedo pegada|quedo pegado|esta pegada|esta pegado|tasa es de hoy|esta al dia|' +
      'que tan fresco|que tan fresca',
    /** About days without a price of the central bank. */
    weekends:
      'los fines de semana|el fin de semana cambia|fin de semana cambia|sabados y domingos|feriado|feriados|' +
      'bancario|es sabado|' +
      'es domingo|un domingo|un sabado',
    /** Ask what a rate is; a star is the name of one, or a number. */
    kinds:
      'por que el de * es|por que la de * es|porque el de * es|porque la de * es|es de * o es de *|es de * o es la de *|es de * o es el de *|es la de * o es la de *|que es *|que es el *|que es la *|que es eso de *|que es eso del *|que significa *|que quiere decir *|' +
      'por que el * tiene un precio|porque el * tiene un precio|por que el * tiene tanta diferencia|por que el * tiene otro precio|por que hay *|porque hay *|por que hay dos|porque hay dos|por que el * esta mas|por que el * es|' +
      'por que el * y el *|porque el * y el *|por que * y *|porque * y *|no son iguales|no son lo mismo|' +
      'no valen lo mismo|por que es mas caro el *|dos precios|dos tasas|' +
      'dos dolares|tantos dolares|tantas tasas|compra o venta|' +
      'compra o de venta|es de * o *|es de * o de *|es la de * o la de *',
    /** Ask at which rate a price in dollars is to be charged. */
    legal:
      'tasa usa el|tasa usa la|pueden cobrar a|puede cobrar a|pueden cobrarme a|puedo pagar en|cobrar en dolares o|cobrar en dolar o|cobrar en bolivares o|cobrar en bs o|cobro en dolares o|cobro en bolivares o|cual uso para cobrar|cual es el legal|cual es la legal|cual es la tasa legal|cual es legal|tasa tengo que|tasa debo usar|dolar es el que|cual dolar tengo|con cual dolar|a cual dolar|cual tasa tengo|tasa es la que|tasa se usa|' +
      'tasa cobran|con cual cobro|tasa usan|tasa tienen|tasa debo|tasa uso|tasa cobro|tasa le cobro|tasa les cobro|tasa se cobra|' +
      'tasa se debe|tasa hay que|usa todo el mundo|usa la gente|usan en las tiendas|usan los comercios|dolar usan|es legal|es ilegal|pueden multar si cobro|pueden multar si marco|me multan si cobro|la que me tienen que respetar|permite cobrar|prohibido cobrar',
    /** Numbers that are no rate of ours. */
    figures:
      'sueldo minimo|salario minimo|sueldo basico|canasta basica|cesta basica|la inflacion|' +
      'inflacion anual|cuanto es la pension|en cuanto esta la pension|bono de guerra|el cestaticket',
    /** Ask how messages are ended, which orders nothing. */
    stopping:
      'como quito|como borro|como elimino|como cancelo|como desactivo|como apago|como paro|como detengo|' +
      'como silencio|como hago para quitar|como hago para borrar|como hago para parar|como hago para que no|' +
      'como hago para no|como hago pa quitar|como hago pa que no|como dejo de',
    /** Ask who the bot is, and whether it can be trusted. */
    identity:
      'eres del *|eres de *|trabajas con el *|trabajas para el *|eres una estafa|eres estafa|es una estafa|eres confiable|es confiable|de confianza|bot es del *|quien es este|quien lo maneja|quien maneja|el dueno|quien lo hace|quien hizo|' +
      'quien te hizo|quien te creo|es seguro|la clave|claves|clave|' +
      'mis datos del banco|nota de voz|notas de voz|la voz|audio|audios|eres un bot|eres un robot|' +
      'eres una persona|una persona o|una maquina',
    free:
      'cuesta usarte|vale usarte|cobra algo|cobras algo|cobran algo|es de pago|cuesta plata|quitar saldo|es gratis|cuesta algo|' +
      'cuanto cobras|hay que pagar|tiene costo|eres gratis',
    groups: 'whatsapp|a un grupo|en un grupo|en el grupo|al grupo|meterte|agregarte',
    trade:
      'donde cambio dolares|donde puedo cambiar dolares|donde compro dolares|donde puedo comprar dolares|donde vendo dolares|donde puedo vender dolares|me vendes|vendes dolares|me compras|compras dolares|me cambias|vendes divisas|compras divisas|' +
      'vendes usdt|usted me puede cambiar|tu me puedes cambiar|me puedes cambiar|me puedes vender|' +
      'me puede vender|me cambia usted',
    sources:
      'no coincide|no es la misma q|no es la misma que|no es el mismo que|dice otra|sale otra|tiene otra|otro numero|otro monto|de donde sacas|de donde lo sacas|de donde la sacas|de donde sacais|de donde sacan|de donde salen|' +
      'esta malo|esta mala|te equivocaste|estas equivocado|esta equivocado|' +
      'esta equivocada|' +
      'de donde vienen|de donde sale|de donde agarras|de donde agarrais|que fuente|cual es la fuente|fuentes|fuente|' +
      'donde lo sacan|donde los sacan|saca usted|no es igual|es diferente|otro precio|otra pagina|otra cifra|' +
      'mas alto de lo|otra cosa|es distinto|distinto al|me dice otra cosa|dicen otro precio|dice otro precio',
    tooMany:
      'tantos mensajes|tantos avisos|tantas alertas|tantas notificaciones|avisarme tanto|escribirme tanto|mandarme tanto|mandes tanto|avises tanto|escribas tanto|molestes tanto|avisando tanto|demasiados mensajes|muchos mensajes|demasiados avisos|muchos avisos|demasiadas notificaciones',
    followed: 'que sigo|estoy siguiendo|mis tasas|mis seguimientos',
    /** With a name they end a follow, without one everything. */
    quit:
      'para de avisar|para de avisarme|deja de avisar|deja de avisarme|dejes de avisar|dejar de avisar|' +
      'dejame de avisar|deja de escribir|deja de escribirme|deja de mandar|deja de mandarme|deja de enviar|' +
      'deja de enviarme|deja de molestar|deja de notificar|deja de notificarme|no me avises|no me avise|no avises|' +
      'no me escribas|no me mandes|no me mandeis|no me mande|no me notifiques|no me alertes|' +
      'no me mandes nada|no quiero mas|no quiero avisos|no quiero recibir|' +
      'no quiero alertas|no quiero que me avises|ya no quiero|parar|detener|detente|basta|callate|darme de baja|' +
      'desuscribirme|desuscribir',
    ability: '',
    /** They end everything, whatever else is said. */
    leave:
      'para todo|no me mandes mas avisos|no me mandes mas mensajes|no quiero nada mas|no quiero mas nada|' +
      'borrame de|sacame de la lista|quitame de la lista',
    thisOne: 'esa|ese|ese aviso|esa alerta|ese mismo',
    /** Of a move: since the day of the question before. */
    sinceThen:
      'desde entonces|desde ese dia|desde esa fecha|de ese dia para aca|de ese dia pa aca|de ahi para aca|de ahi pa aca',
    /** Of a move from a day up to today: `del lunes para acá`. */
    untilNow: 'para aca|pa aca',
    /** After a price or a chart: the day, or the period, before it. */
    oneBefore: 'el anterior|la anterior|el de antes|la de antes',
    periodBefore: 'el mes anterior|la semana anterior|el ano anterior|el mes antes',
    samePeriod: 'ese mes|ese mismo mes|el mismo mes|esa semana|esa misma semana|ese ano|ese mismo ano',
    /** Before a number of an address. */
    address: 'piso *|edif *|edificio *|apto *',
    sameDay: 'ese dia|ese mismo dia|aquel dia|debio ser|debia ser',
    eachOfThem: 'seria cada uno|seria cada una|serian cada uno|son cada uno|son cada una',
    takenOff: 'le quito|le quitamos|le rebajo|me rebajan|me rebaja|le hago un descuento',
    /** Of those who share a sum, one pays no part. */
    paysNothing: 'no pone|no paga|no va a pagar|no va a poner|no puso|no pone nada|no paga nada',
    /** Of the tax, no wish for it: `¿quién paga el igtf?` */
    taxAsked: 'quien paga|quien cobra|que es|ya tiene|ya trae|ya lleva|nunca cobro|nunca cobra',
    hourAsked: 'a que hora|que hora|que horario|horario',
    /** The tax is in the price already. */
    taxWithin:
      'ya con iva|tiene iva|tiene el iva|iva ya esta incluido|iva esta incluido|precio con iva|precios con iva|traen el iva|traen iva|iva adentro|iva incluido|incluye iva|incluye el iva|trae el iva|con el iva adentro|ya lo traen adentro|trae iva',
    /** The price without its tax. */
    untaxed: 'cuanto es la base|cual es la base|cuanto seria la base|cuanto es el neto',
    /** Behind days that are to get no digest. */
    notNeeded: 'no hace falta|no hacen falta|no es necesario|no quiero|no lo quiero|no lo necesito',
    /** Of a price that has its tax within. */
    inForeign: 'en divisa|en divisas|en dolares',
    /** Ask for the tax of a price. */
    findsTax: 'sacar el iva|como saco el iva',
    takenOut: 'sacarle el iva|sacale el iva',
    /** Of several things, some are without tax. */
    exempt: 'exento|exenta|exentos|exentas',
    addedTo:
      'agregarle|sumarle|ponerle|metele|meteme|anadele|echale|sumame|le sumo|le sumamos|le agrego|sumale|agregale|agregame|ponle',
    howMuchMore: 'cuanto mas es|cuanto menos es|cuanto mas seria',
    /** Of several, one is to stay: `quita el primero, déjame el de mil`. */
    keepOnly: 'dejame|dejame nada mas|deja la de|deja el de|deja solo|deja nada mas',
    /** What no conversion uses: among whom a sum is shared, what is to be left of it, and money that is no more. */
    /** A price that is told by how far it is from a rate. */
    besideRate: 'bs por debajo|bolivares por debajo|por debajo del|por encima del',
    ofElse:
      'toca a cada|repartir entre|reparte entre|habia adelantado|le adelante|' +
      'los viejos|bolivares viejos|bolivares soberanos|bolivares fuertes',
    digestNotice:
      'aviso de la manana|aviso de la tarde|aviso de la noche|avisos de la manana|aviso de las mananas|aviso ese de la manana|aviso ese de las mananas',
    /** The change that was given, which pays nothing. */
    /** The amount behind it is what is left. */
    stillOwed: 'aun debe|aun me debe|aun falta|todavia debe|todavia me debe|todavia falta',
    gaveMe: 'me dieron|me devolvieron|me devolvio',
    handedBack:
      'me dieron * dolares de vuelto|me dio * dolares de vuelto|me dieron * bs de vuelto|me dio * bs de vuelto|' +
      'me dieron * bolivares de vuelto|me dio * bolivares de vuelto|me dieron * de vuelto|me dio * de vuelto|me devolvieron *|me devolvio *',
    /** Somebody else pays, and not the writer. */
    paidMe:
      'paga|pagan|pagaron|da|dan|dio|dieron|entrega|entregan|dando|pagando|me pago|acaban de pagar|acaba de pagar',
    /** Of a part of the change. */
    asChange: 'dolares de vuelto|euros de vuelto|me quieren dar|me quiere dar',
    /** Take back what was said. */
    meant: 'quise decir|me equivoque|queria decir|que sea',
    /** The alert that was spoken of. */
    removeThat: 'quitala|borrala|eliminala|quitamela|borramela|eliminamela',
    /** Say how many people share a bill that was told before. */
    eachDayOf: 'cada dia de',
    /** Ask for a price to come. */
    willBe: 'estara|va a estar|costara|valdra|va a costar|va a valer|llegara',
    /** Ask on which day a price was reached. */
    whenDid:
      'que fecha llego|que fecha paso|cuando paso|cuando paso de|cuando llego|cuando supero|cuando cruzo|cuando rebaso|cuando toco|cuando fue que|' +
      'cuando alcanzo|cuando bajo|cuando cayo|cuando subio|que dia paso|que dia llego|que dia supero',
    untilThen: 'falta para que|falta pa que|falta para llegar',
    weAreSo: 'si somos *|somos *',
    /** Of what was asked before: `¿cuánto es eso en dólares?` */
    thatSum: 'para eso|eso en|es eso|seria eso|eso cuanto|eso cuantos|eso a cuanto',
    /** What is bought with a sum: `¿y con eso cuántos dólares compro en la calle?` */
    withThat: 'con eso|con esos|con esos bolivares|con ese dinero|con esa plata',
    /** Ask at which rate a sum was converted. */
    whichRate: 'que tasa usaste|que tasa es esa|a que tasa es eso|con que tasa|a que tasa',
    /** Ask of a chart where it is highest. */
    extreme: 'dia que mas|mas alto|mas bajo|maximo|maxima|minimo|minima',
    /** Every alert that was listed. */
    allOfThem:
      'borra todas mis alertas|elimina todas mis alertas|quita todas mis alertas|borra todas las alertas|elimina todas las alertas|quita todas las alertas|borralos todos|borralas todas|quitalos todos|quitalas todas|elimina todas|eliminalas todas|borralas|quitalas|' +
      'eliminalas|borramelas|quitamelas|borramelos todos|quitamelos todos|borra todas|quita todas|quita ambas|borra ambas|elimina ambas|quita ambos|borra ambos',
    /** Ask whether a sum is enough: `me da 30 mil para comprar 35$`. */
    enoughFor: 'me da * para|me da * bolivares para|me da * bs para|me dan * bolivares para|me dan * bs para',
    /** Ask what is handed back. */
    givesBack:
      'le puedo dar|me tiene que pasar|me tienen que pasar|le doy|cuanto doy|les doy|te doy|le devuelvo',
    /** Ask what comes. */
    opinion:
      'q crees|que crees|no se aguanta|cada dia sube mas|cada vez mas caro|creeis que|me espero|' +
      'tu crees|crees que|crees q|cree usted|que opinas|seguir subiendo|seguir bajando|seguira subiendo',
    /** An alert by its value. */
    thatOne: 'el de *|la de *|los de *|el aviso de *|la de los *|el de los *|los *',
    unfollow:
      'deja de seguir|dejar de seguir|deja de seguirme|no quiero seguir|no sigas|dejar|deja|quitar|quita|quitame|' +
      'sacame|elimina|eliminar|cancela|cancelar|desactiva|desactivar',
    /** With hours, or `de noche`, they ask for quiet hours. */
    quiet:
      'no quiero mensajes|no quiero avisos|no quiero notificaciones|no quiero que me escribas|no quiero que me mandes|no me molestes|no me moleste|no molestes|no me escribas|no me avises|no me mandes|no me mandeis|' +
      'no me mande|no me notifiques|no me suene|no suene|no suenes|no me despiertes',
    /** By themselves they ask for the quiet hours. */
    silence: 'horas de silencio|silencio|silencio nocturno|silenciar|no molestar|callar|callarte',
    /** Ask that a chat be sent again what it stopped. */
    resume:
      'activame otra vez|activa otra vez|activalas otra vez|activame de nuevo|activa de nuevo|reactivame|reactivalo|reactivala|reactivalas|vuelve|vuelve a avisarme|vuelve a avisar|vuelve a escribirme|vuelve a escribir|vuelve a mandarme|vuelvan|' +
      'volvi|he vuelto|volver a mandar|volver a avisar|volver a escribir|ya volvi|quiero volver|' +
      'volver a recibir|reanudar|reanuda|reactivar|reactiva',
    settings: 'ajustes|ajuste|configuracion|configurar|preferencias|zona horaria|resumen|formato de numeros',
    /** Pages of the settings. */
    payTo:
      'ponle mi pago movil|pon mi pago movil|ahi mi pago movil|mi pago movil es|datos de pago movil|' +
      'guardar mis datos|' +
      'guarda mis datos|guardame mis datos',
    ownData:
      'guardas lo que|guarda lo que|ves lo que|leen lo que|guardas mis mensajes|guardas los mensajes|guardas todo lo que|mis datos|mi informacion|datos mios|datos guardas|sabes de mi',
    language:
      'idioma|lenguaje|en ingles|en espanol|en castellano|a ingles|a espanol|al ingles|al espanol|el ingles|' +
      'el espanol|' +
      'hablas ingles|hablas espanol|habla ingles|habla espanol',
    help:
      'que cosas haces|puedo preguntar|que puedo preguntarte|que puedo hacer|' +
      'no entiendo|no te entiendo|mas sencillo|sabes hacer|haces tu|lo que haces|' +
      'usted quien es|quien es usted|que es lo que hace|que es lo que haces|ayuda|ayudame|me ayudas|info|informacion|comandos|comando|menu|opciones|instrucciones|que puedes hacer|' +
      'que sabes hacer|que haces|que mas haces|que mas puedes|como es que funciona|que ofreces|como funciona|como funcionas|como te uso|' +
      'como se usa|como uso|para que sirves|para que sirve|quien eres|quien sois|' +
      'quien sos|que eres',
    thanks:
      'dios te bendiga|te lo agradezco|gracias|agradezco|agradecido|agradecida|dios te pague|se agradece',
    greetings:
      'hola|holis|holaa|holaaa|ola|alo|klk|buenas|buen dia|buenos dias|epa|epale|saludos|que mas|que hubo|quiubo|' +
      'que tal|como estas|como esta todo|empezar|inicio',
    /** Others sell to the writer, or buy; they say more than the verb alone, which may be said of the writer: `vender a 995`. */
    iSell: 'vendo',
    theySell:
      'quieren vender|quiere vender|quieren venderme|quiere venderme|ofrecen vender|me estan vendiendo|' +
      'me esta vendiendo',
    theyBuy:
      'quieren comprar|quiere comprar|quieren comprarme|quiere comprarme|ofrecen comprar|me estan comprando|' +
      'me esta comprando',
    /** Somebody sells dollars to the writer, or buys them. */
    sold:
      'me venden|me vende|me lo venden|me los venden|me la venden|me las venden|me lo vende|me los vende|' +
      'me vendieron|lo venden|los venden|venden|me dejan|me lo dejan|me los dejan|me lo deja|me los deja|' +
      'conviene comprar|la pena comprar|comprar|compro|comprando',
    bought:
      'me compran|me compra|me lo compran|me los compran|me la compran|me las compran|me lo compra|me los compra|' +
      'me ofrecen|me ofrece|me estan ofreciendo|me pagan|me paga|me lo pagan|me los pagan|me dan|me cambian|' +
      'me los cambian|me lo cambian|me los cambia|me lo cambia|conviene vender|la pena vender|vender|vendo|vendiendo|compran',
    offered: 'me ofrecen|me ofrece|me estan ofreciendo',
    /** What goes through a bank, which is in bolivares. */
    throughBank: 'pago movil|en pago movil|por pago movil|en punto|por punto',
    /** How a bill is paid, which changes nothing of it. */
    byPhone:
      'por punto|por el punto|con punto|por biopago|por pago movil|con pago movil|en pago movil|pago movil|por transferencia|en efectivo',
  },

  /** Days from today. */
  days: {
    ...{ hoy: 0, ayer: -1, anoche: -1, anteayer: -2, antier: -2, 'antes de ayer': -2, manana: 1 },
    ...{ 'pasado manana': 2 },
  } as Values,
  /** Days of every year, as their month and their day: 1225 is 25 December. */
  holidays: { navidad: 1225, nochebuena: 1224, 'noche buena': 1224, 'ano nuevo': 101 } as Values,
  /** Days in a period. */
  periods: { dia: 1, semana: 7, mes: 30, trimestre: 90, ano: 365 } as Values,
  /** How often, in days. */
  frequencies: {
    ...{
      diario: 1,
      diarios: 1,
      diaria: 1,
      diarias: 1,
      semanal: 7,
      semanales: 7,
      quincenal: 15,
      quincenales: 15,
    },
    ...{ quincena: 15, mensual: 30, mensuales: 30, anual: 365, anuales: 365 },
  } as Values,
  /** The same, read after a number only. */
  shortPeriods: { sem: 7, meses: 30 } as Values,
  /** Minutes in a period. */
  minutePeriods: { min: 1, minuto: 1, h: 60, hora: 60 } as Values,
  numerals: {
    ...{ cero: 0, un: 1, uno: 1, una: 1, primero: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6 },
    ...{ siete: 7, ocho: 8 },
    ...{ nueve: 9, diez: 10, once: 11, doce: 12, trece: 13, catorce: 14, quince: 15, dieciseis: 16 },
    ...{
      diecisiete: 17,
      dieciocho: 18,
      diecinueve: 19,
      veinte: 20,
      veintiun: 21,
      veintiuno: 21,
      veintidos: 22,
    },
    ...{ veintitres: 23, veinticuatro: 24, veinticinco: 25, veintiseis: 26, veintisiete: 27, veintiocho: 28 },
    ...{ veintinueve: 29, treinta: 30 },
    ...{ cuarenta: 40, cincuenta: 50, sesenta: 60, setenta: 70, ochenta: 80, noventa: 90, cien: 100 },
    ...{ ciento: 100, doscientos: 200, trescientos: 300, cuatrocientos: 400, quinientos: 500 },
    ...{ seiscientos: 600, setecientos: 700, ochocientos: 800, novecientos: 900, medio: 0.5, media: 0.5 },
  } as Values,
  /** The place of an alert in their list; −1 is the last one. */
  inOrder: { primera: 1, primero: 1, segunda: 2, segundo: 2, tercera: 3, ultima: -1, ultimo: -1 } as Values,
  /** Words that multiply the amount after them and `de`. */
  parts: { mitad: 0.5, tercio: 1 / 3, doble: 2, triple: 3 } as Values,
  /** Words that multiply the number before them; a billón is a million millions, and no English billion. */
  scales: {
    ...{ mil: 1_000, miles: 1_000, luca: 1_000, lucas: 1_000 },
    ...{ millon: 1_000_000, millones: 1_000_000, palo: 1_000_000, palos: 1_000_000 },
    ...{ billon: 1_000_000_000_000, billones: 1_000_000_000_000 },
  } as Values,
  /** Hours that stand alone. */
  namedHours: { mediodia: 12, 'medio dia': 12, medianoche: 0, 'media noche': 0 } as Values,
  /** Minutes that are said before the hour, and after it. */
  minutesBefore: { 'cuarto para la': -15, 'cuarto para las': -15 } as Values,
  minutesAfter: { 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 } as Values,
  /** The hours that each part of the day has; any other (`12 de la mañana`) is not read. */
  partsOfDay: {
    manana: [[1, 11]],
    tarde: [[12, 20]],
    noche: NIGHT,
    madrugada: [[0, 6]],
    mediodia: [[12, 13]],
    'medio dia': [[12, 13]],
  } as Hours,

  /** How people misspell words: what they type, and what they mean. */
  spellings:
    'combiene conviene|mandeis mandes|mensajito mensaje|mensajitos mensajes|ponele ponle|ponelo ponlo|haceme hazme|decime dime|mostrame muestrame|' +
    'q que|k que|ke que|qe que|pal para|presio precio|presios precios|kuanto cuanto|quanto cuanto|cuato cuanto|' +
    'cuant cuanto|komo como|cmo como|x por|xfa porfa|xfavor porfavor|ta esta|sta esta|tan estan|toy estoy|vcv bcv|' +
    'bvc bcv|bsv bcv|vsb bcv|kto cuanto|bcb bcv|bcvv bcv|ustd usdt|udst usdt|usdtt usdt|taza tasa|tsa tasa|' +
    'dls dolares|binanse binance|' +
    'enparalelovzla paralelo|enparalelo paralelo|dolartoday paralelo|vinanse binance|finance binance|vainance binance|vinans binance|binans binance|vinance binance|d de|' +
    'xq porque|dolal dolar|dolars dolares|dollares dolares|dolare dolares|avizame avisame|abisame avisame|' +
    'abizame avisame|grasias gracias|grax gracias|grac gracias|aser hacer|asen hacen|oy hoy|oi hoy|aller ayer|ayel ayer|manhana manana|savado sabado|estava estaba|suve sube',

  /** Letters as a phone writes down what is dictated, and other words for the same. */
  spelledOut: {
    bcv: 'beseve|beceve|be se be|be ce be|vecebe|be ce ve|ve ce ve|ve se ve|be se ve|b c v|vece uve|be ce uve|be se uve|ve ce uve',
    '250k': 'un cuarto de millon|cuarto de millon',
    '750k': 'tres cuartos de millon',
    avisame: 'a visame|a bisame',
    iva: 'el iba',
    ganarle: 'le gano|le gana',
    hace: 'hace como|hace unos|hace unas|hace casi|hace mas o menos',
    'mejor a las':
      'ponlo a las|ponla a las|ponmelo a las|cambialo a las|cambiala a las|pasalo a las|muevelo a las',
    igtf: 'y gtf|i gtf|i ge te efe|ige te efe|i g t f',
    usdt: 'teder|teter|usd te|u ese de te|u s d t|us dt|us de te|u ese dt',
    paralelo: 'para lelo|para el lelo',
    euro: 'el uro|uro|eu ro',
  } as Readonly<Record<string, string>>,

  /** Currencies that some servers list among the dollars, by the words for them. */
  moneys: {
    CNY: 'yuan|yuanes|renminbi|cny',
    TRY: 'lira|liras|lira turca|liras turcas',
    RUB: 'rublo|rublos|rublo ruso|rub',
    COP: 'peso colombiano|pesos colombianos|cop',
    BRL: 'real|reales|brl',
  } as Readonly<Record<string, string>>,

  /** Places that the IANA names lack, by their time zones. */
  places: {
    'America/Caracas': 'venezuela|maracaibo|valencia',
    'Europe/Madrid': 'barcelona|espana',
    'America/Bogota': 'colombia|medellin|cucuta',
    'America/Lima': 'peru',
    'America/Santiago': 'chile',
    'America/Argentina/Buenos_Aires': 'buenos aires|argentina',
    'America/Guayaquil': 'ecuador|quito',
    'America/New_York': 'miami|orlando|nueva york',
    'America/Chicago': 'houston',
    'America/Mexico_City': 'mexico|cdmx|ciudad de mexico',
    'Europe/Lisbon': 'lisboa',
    'Europe/Rome': 'roma',
    'Europe/London': 'londres',
  } as Readonly<Record<string, string>>,
}

/** What every language has: the keys of the Spanish words. */
export type Lexicon = typeof ES
