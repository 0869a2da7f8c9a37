import { SPANISH_MONTHS } from '../../rates/moment.ts'

/** Words with the number that each means. */
export type Values = Readonly<Record<string, number>>

/** Words with the hours that each allows, as ranges with both ends included. */
type Hours = Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>

/** The hours that are called night. */
export const NIGHT = [
  [18, 23],
  [0, 4],
] as const

/**
 * The words that people type in Spanish, by what they mean: in lower case, without accents. A language is one such
 * table; the words of all languages are read in every chat.
 */
export const ES = {
  months: SPANISH_MONTHS.join(' '),
  weekdays: 'domingo lunes martes miercoles jueves viernes sabado',
  /** Days from today. */
  days: { hoy: 0, ayer: -1, anoche: -1, anteayer: -2, antier: -2, manana: 1 } as Values,
  /** Say that a weekday is over. */
  past: 'estaba estuvo cerro era fue valia costaba pasado pasada',
  /** Before `mañana` they say that it is the morning. */
  beforeMorning: 'la esta cada',
  /** Stands before a number of days, and after it. */
  before: 'hace',
  ago: '',
  /** Stands between two days of a month. */
  betweenDays: 'al a y hasta',
  /** Stands before a period up to today, and after one that is over. */
  thisPeriod: 'este esta',
  lastPeriod: 'pasado pasada',
  since: 'desde',
  /** Stands between the parts of a spelled date. */
  ofDay: 'de del',
  /** Written onto the day of a month: `4th`. */
  ordinals: '',
  /** Stands before the day of a month that is not named: `el día 3`. */
  beforeDay: 'dia',
  /** Days in a period. */
  periods: { dia: 1, semana: 7, mes: 30, trimestre: 90, ano: 365 } as Values,
  /** The same, read after a number only. */
  shortPeriods: { sem: 7, meses: 30 } as Values,
  /** Minutes in a period. */
  minutePeriods: { min: 1, minuto: 1, h: 60, hora: 60 } as Values,

  numerals: {
    ...{
      cero: 0,
      un: 1,
      uno: 1,
      una: 1,
      dos: 2,
      tres: 3,
      cuatro: 4,
      cinco: 5,
      seis: 6,
      siete: 7,
      ocho: 8,
      nueve: 9,
    },
    ...{ diez: 10, once: 11, doce: 12, trece: 13, catorce: 14, quince: 15, dieciseis: 16, diecisiete: 17 },
    ...{ dieciocho: 18, diecinueve: 19, veinte: 20, veinticinco: 25, treinta: 30, cuarenta: 40 },
    ...{ cincuenta: 50, sesenta: 60, setenta: 70, ochenta: 80, noventa: 90, cien: 100, ciento: 100 },
    ...{ doscientos: 200, trescientos: 300, cuatrocientos: 400, quinientos: 500, seiscientos: 600 },
    ...{ setecientos: 700, ochocientos: 800, novecientos: 900, medio: 0.5, media: 0.5 },
  } as Values,
  /** Words that multiply the number before them; a billón is a million millions, and no English billion. */
  scales: {
    ...{ mil: 1_000, miles: 1_000, luca: 1_000, lucas: 1_000 },
    ...{ millon: 1_000_000, millones: 1_000_000, palo: 1_000_000, palos: 1_000_000 },
    ...{ billon: 1_000_000_000_000, billones: 1_000_000_000_000 },
  } as Values,
  /** Of these, slang that means bolivares if no unit is said. */
  slangScales: 'luca lucas palo palos',
  /** Joins two parts of a number: `treinta y cinco`, `millón y medio`. */
  and: 'y',
  halves: 'medio media',
  /** Stands between a scale and its unit: `un millón de bolívares`. */
  ofAmount: 'de',

  bolivares: 'bolivar bolivares bolibares bolos bolo bolitos bsf',
  /** Shops in Venezuela write `ref` for dollars; people call them greens and lettuces. */
  dollars: 'dolar dolares dolarito dolaritos dolarcito dolarcitos dls ref verde verdes lechuga lechugas',
  euros: 'euro euros euritos',
  /** Money that people ask for and that is no price of ours, unless a monitor has its name. */
  foreignMoney: 'peso pesos reales libra libras yen yenes soles franco francos quetzales guaranies',

  /** Stands between a currency and the one to convert to. */
  to: 'a en',
  conversionQuestion: 'cuanto cuantos cuanta cuantas convertir convierte convierteme cambiar',
  conversionFillers:
    'es son seria serian vale valen cuesta cuestan equivale equivalen de del el la los las al con segun por favor ' +
    'porfa tasa y',
  gap: 'brecha',
  historyFillers: 'contra y con de del desde hasta a al el la los las ultimo ultima ultimos ultimas en',
  changesFillers: 'de del el la los las en para cambios',

  percent: 'ciento',
  /** Stands before a word for percent. */
  per: 'por',
  above:
    'mayor mas encima sobre supera supere superar sube suba subir pasa pase pasar pasan cruza cruce rebasa rebase',
  below: 'menor menos debajo bajo baja baje bajar cae caiga caer',
  once: 'una sola solo solamente vez',
  cooldown: 'cada pausa',
  until: 'hasta',
  alertFillers:
    'que de del por a al es esta si cuando el la los las cambia cambie mueve avisa avisame avisar dime alertame quiero ' +
    'precio tasa mi favor porfa llega llegue llegar alcanza alcance toca toque',

  /** Stands between a bill and what is paid for it. */
  pays:
    'paga pago pagan pagaron pague pagando cancela cancelan da dan dio dieron entrega entregan entrego recibi recibo ' +
    'con abona abonan abono abonaron',
  without: 'sin no',
  foreignTax: 'igtf',
  /** Money that counts as dollars where it is paid. */
  paidAsDollars: 'usdt usdc zelle paypal binance divisa divisas',
  /** Words for the signs of a sum, between two numbers. */
  plus: 'mas y',
  minus: 'menos',
  times: 'por',
  over: 'entre',
  /** Asks for the change of a bill. */
  changeDue: 'vuelto vueltos',
  /** Stands between what is paid and its bill: `me pagan 50 por 20`. */
  forBill: 'por de son',
  /** Stands before a bill: `20 si son 13,40`. */
  billIs: 'son',
  banknote: 'billete billetes',
  /** What a percentage of a bill is taken off for, and added for. */
  discount: 'descuento rebaja',
  saleTax: 'iva',
  /** Begins what is not paid yet: `y el resto en bolívares`. */
  rest: 'resto diferencia faltante demas',
  chargeFillers:
    'cliente clienta uno a al de del el la los las un una en por favor porfa me le les y total cuenta efectivo movil impuesto billete billetes ' +
    'cuanto cuanta es son queda falta vuelto vueltos cambio sobra devuelvo doy dame dime si calcula cual',

  hours: {
    ...{ una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10 },
    ...{ once: 11, doce: 12 },
  } as Values,
  /** Hours that stand alone. */
  namedHours: { mediodia: 12, medianoche: 0 } as Values,
  /** Minutes that are said before the hour, and after it. */
  minutesBefore: { 'cuarto para la': -15, 'cuarto para las': -15 } as Values,
  minutesAfter: { 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 } as Values,
  /** Said after a full hour. */
  sharp: ['en punto'],
  /** Stands between an hour and its part of the day. */
  ofPart: ['de la', 'en la', 'por la', 'del'],
  /** The hours that each part of the day has; any other (`12 de la mañana`) is not read. */
  partsOfDay: {
    manana: [[1, 11]],
    tarde: [[12, 20]],
    noche: NIGHT,
    madrugada: [[0, 6]],
    mediodia: [[12, 13]],
  } as Hours,
  /** Says that an hour follows. */
  beforeHour: ['a las', 'a la'],
  hoursFillers: 'a al la las los un de desde hasta entre y todos cada dia dias',

  /** Before what is to be sent. */
  send: 'manda mandame envia enviame',
  /** Ask for one message a day, and what stands beside it. */
  digest: 'resumen',
  digestFillers:
    'diario diaria diariamente recibir enviame envia enviar programa programar activa activar poner',
  /** Begin a question that goes on from the one before: `¿y en euros?` */
  followUp: 'y e en a al pero no',
  /** A picture of today's prices, and what may be said of it. */
  image: 'imagen imagenes foto fotos',
  imageFillers:
    'envia enviame enviar comparte compartir descargar genera generar haz crea crear pasa pasame publica publicar estado ' +
    'estados whatsapp instagram oscura oscuro clara claro cuadrada cuadrado vertical auto automatica automatico quitar ' +
    'tienda negocio productos tarjeta',
  /** Begin what is added to a list of products. */
  adding: 'agrega agregale agregame agregar anade anadele anademe anadir incluye incluyeme mete ponle',
  /** What a rate is asked for. */
  paidFor: 'pagar condominio alquiler colegio mensualidad',
  /** Ask with which price the day began. */
  opened: 'amanecio amanece amanecer abrio abre',
  /** Say that a price went up or down. */
  moved: 'subio subido bajo bajado aumento aumentado vario variado cayo caido movio movido',
  /** Said to be polite, for fun or to end a talk. */
  smallTalk:
    'ok okey okay oki okis vale dale listo perfecto bien fino chevere excelente genial entendido si no aja chao adios ' +
    'bendiciones amen feliz besos abrazos amor linda lindo bello bella wow epale locura pues claro cierto verdad nada ' +
    'hablamos cuidate bye xd',
  /** Take back what was begun. */
  cancelling:
    'cancela cancelar cancelalo cancelado cancelo olvidalo olvidate olvida olvidemoslo dejalo dejemoslo dejala dejemos no nada ' +
    'mejor salir salirme parar basta',
  /** Beside the hours in which nothing is to be sent. */
  quietFillers: 'por favor porfa quiero pon ponme poner activa activar nada mensajes avisos mas las en',
  night: 'noche noches',
  /** Done with an alert. */
  pause: 'pausa pausar pausame',
  resume: 'reanuda reanudar reactiva reactivar',
  edit: 'cambia cambiar cambiame modifica modificar edita editar',
  /** Names and words for money that are guessed from one wrong letter. */
  guessed:
    'dolar dolares paralelo paralela binance promedio oficial bolivar bolivares brecha grafico grafica historial ' +
    'alerta avisame',

  /** Time zones of places that the IANA names lack. */
  places: {
    venezuela: 'America/Caracas',
    maracaibo: 'America/Caracas',
    valencia: 'America/Caracas',
    barcelona: 'Europe/Madrid',
    espana: 'Europe/Madrid',
    colombia: 'America/Bogota',
    medellin: 'America/Bogota',
    cucuta: 'America/Bogota',
    peru: 'America/Lima',
    chile: 'America/Santiago',
    'buenos aires': 'America/Argentina/Buenos_Aires',
    argentina: 'America/Argentina/Buenos_Aires',
    ecuador: 'America/Guayaquil',
    quito: 'America/Guayaquil',
    miami: 'America/New_York',
    orlando: 'America/New_York',
    'nueva york': 'America/New_York',
    houston: 'America/Chicago',
    mexico: 'America/Mexico_City',
    cdmx: 'America/Mexico_City',
    'ciudad de mexico': 'America/Mexico_City',
    lisboa: 'Europe/Lisbon',
    roma: 'Europe/Rome',
    londres: 'Europe/London',
  } as Readonly<Record<string, string>>,
}

/** What every language has: the keys of the Spanish words. */
export type Lexicon = typeof ES
