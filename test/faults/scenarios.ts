import { comeBack, moveTogether, overtake } from './chats.ts'
import { changeAsMember, flood, forgeButtons, sayHostileThings } from './chatters.ts'
import type { Untried } from './document.ts'
import {
  collectHostilePages,
  failSources,
  repeatAndShuffle,
  silenceRates,
  spoilAnswers,
  swallow,
} from './prices.ts'
import {
  crashWithUpdates,
  freezeOne,
  killMasters,
  killProcesses,
  killRedis,
  loseState,
  restartInTurn,
  stepClocks,
} from './processes.ts'
import { askMeanwhile, failOver, fillDisk, gone, halfOpen, loseRedis, outOfMemory } from './redis.ts'
import type { Scenario } from './scenario.ts'
import {
  askReadiness,
  forge,
  guessTokens,
  lookForSecrets,
  pointInside,
  readFiles,
  touchAnothers,
} from './strangers.ts'
import { failAtRandom, leaveAmidFaults, leaveAndMigrate, parkPoison, refuseByFlood } from './telegram.ts'

/** Every promise that is broken on purpose, in the order of the promises. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'kill-processes',
    promise: 'SIGKILL of any process at any instant loses nothing',
    done: 'service, two push and a bot are killed in turn during a fan-out',
    isShort: true,
    run: killProcesses,
  },
  {
    name: 'kill-redis',
    promise: 'SIGKILL of Redis loses no acknowledged write; ready again within 5 s',
    done: 'Redis is killed under load, started 0.3 s later',
    isShort: true,
    run: killRedis,
  },
  {
    name: 'redis-half-open',
    promise: 'Redis hangs: 503 within 1 s, bounded queues, acknowledged prices are told later',
    done: 'every connection is half-open for 60 s',
    isShort: true,
    run: (setting) => loseRedis(setting, setting.size(60_000, 3_000), halfOpen),
  },
  {
    name: 'redis-gone',
    promise: 'Redis is gone: the same',
    done: 'Redis is killed, started 60 s later',
    run: (setting) => loseRedis(setting, setting.size(60_000, 2_000), gone),
  },
  {
    name: 'redis-full',
    promise: 'Redis is out of memory: the same',
    done: 'Redis refuses writes for 60 s',
    run: (setting) => loseRedis(setting, setting.size(60_000, 2_000), outOfMemory),
  },
  {
    name: 'disk-full',
    promise: 'The disk is full: the same',
    done: "Redis' file has no room for 10 s",
    cannot: () => (process.getuid?.() === 0 ? undefined : 'mounting a small file system needs root.'),
    run: fillDisk,
  },
  {
    name: 'redis-half-open-questions',
    promise: 'Redis hangs: look-ups are answered from memory, changes are refused',
    done: 'people ask and follow meanwhile',
    run: askMeanwhile,
  },
  {
    name: 'telegram-429',
    promise: 'No process sends after a 429 of the whole bot until its retry_after',
    done: 'Telegram refuses two push for 3 s, three times',
    run: refuseByFlood,
  },
  {
    name: 'telegram-fails',
    promise: 'Telegram fails: nothing is lost, only ambiguous messages come twice',
    done: '5 % each of 502, reset before, reset after, silence; then all connections reset, refused, slow',
    run: failAtRandom,
  },
  {
    name: 'gone-and-migrated',
    promise: 'Nothing is sent after a final 403; a migration moves all once',
    done: 'half of the chats migrate, a quarter block us',
    run: leaveAndMigrate,
  },
  {
    name: 'gone-amid-faults',
    promise: 'Nothing is sent after a final 403 amid 429s, 500s and resets',
    done: 'twelve chats block us; half of the 403s break off',
    isShort: true,
    run: leaveAmidFaults,
  },
  {
    name: 'poison',
    promise: 'A chat that always fails is parked after 3 tries, all others are served',
    done: 'Telegram refuses one chat of 10,000',
    run: parkPoison,
  },
  {
    name: 'notifications-shuffled',
    promise: 'Repeated, shuffled notifications: one message each, no older price after a newer',
    done: 'each comes ten times, with or without an id',
    run: repeatAndShuffle,
  },
  {
    name: 'notifications-lost',
    promise: 'Lost notifications are found within 70 s',
    done: 'somebody answers 200 and swallows them',
    run: swallow,
  },
  {
    name: 'rate-api-spoilt',
    promise: 'The rate API answers garbage: no wrong price is shown, every question is answered',
    done: 'answers are cut, emptied, or have no, a negative or an impossible price',
    run: spoilAnswers,
  },
  {
    name: 'rate-api-silent',
    promise: 'The rate API is down or silent: every price is shown with its age',
    done: 'its link is half-open, then refused',
    run: silenceRates,
  },
  {
    name: 'source-fails',
    promise: 'A source fails: other pages are unharmed, its price is called stale',
    done: 'it refuses, hangs, is slow, answers garbage',
    run: failSources,
  },
  {
    name: 'rolling-restart',
    promise: 'A rolling restart under load loses and doubles nothing, fails no call, stops within 10 s',
    done: 'three push restart in turn, ten times',
    isShort: true,
    run: restartInTurn,
  },
  {
    name: 'frozen-replica',
    promise: 'Replicas share one rate; a frozen one comes back harmlessly',
    done: 'SIGSTOP of one of three push for 30 s',
    isShort: true,
    run: freezeOne,
  },
  {
    name: 'cluster-masters',
    promise: 'Redis Cluster: a master that restarts from its file loses nothing',
    done: 'each of three masters is killed once',
    run: killMasters,
  },
  {
    name: 'redis-failover',
    promise: 'A fail-over loses at most what was not copied; everybody gets the newest price',
    done: 'a master loses its replica for 2 s, then dies',
    run: failOver,
  },
  {
    name: 'come-back',
    promise: 'A chat that comes back is told within 5 s of /start',
    done: 'a follower blocks us, misses a price, unblocks us',
    run: comeBack,
  },
  {
    name: 'together',
    promise: 'Monitors that move in one notification come in one message',
    done: 'two monitors move that every chat follows',
    run: moveTogether,
  },
  {
    name: 'overtaking',
    promise: 'An alert overtakes followers: told within 3 s of its notification',
    done: '50 alerts trigger while 20,000 followers are due',
    isShort: true,
    run: overtake,
  },
  {
    name: 'clock-steps',
    promise: 'A clock steps by an hour: pushes go on within a minute, no older price after a newer',
    done: 'the clocks of push, service and all step forth and back',
    run: stepClocks,
  },
  {
    name: 'updates-in-hand',
    promise:
      'A crash with 128 updates in hand, one hanging: the others are answered within 4 s of the restart',
    done: 'a bot is killed and started again',
    run: crashWithUpdates,
  },
  {
    name: 'state-lost',
    promise: 'Lost queue entries and a lost stream are mended within 70 s; unreadable deliveries are skipped',
    done: 'stream and queue are deleted, rubbish is put in',
    run: loseState,
  },
  {
    name: 'webhook-inside',
    promise: 'No webhook url that points inside is accepted or called (SSRF)',
    done: 'every spelling of an inner address is registered',
    run: pointInside,
  },
  {
    name: 'guessed-tokens',
    promise: 'No guessed API token is accepted; guesses are limited by address',
    done: 'random tokens are tried',
    run: guessTokens,
  },
  {
    name: 'anothers-webhook',
    promise: "Another's webhook and an unknown one are answered alike",
    done: 'a foreign token calls every endpoint',
    run: touchAnothers,
  },
  {
    name: 'forged',
    promise: 'No forged notification or Telegram update is accepted',
    done: 'secrets are random, empty, cut, longer or in capitals',
    run: forge,
  },
  {
    name: 'secrets',
    promise: 'No secret is in logs, errors or metrics, nor the token inside a URL',
    done: 'every secret is used while calls fail',
    run: lookForSecrets,
  },
  {
    name: 'readyz',
    promise: 'Anonymous calls of /readyz cause at most 5 calls outside and tell no address',
    done: 'it is called again and again',
    run: askReadiness,
  },
  {
    name: 'file-modes',
    promise: 'Other users of the machine read nothing: folders 0700, files 0600',
    done: 'all modes are read',
    run: readFiles,
  },
  {
    name: 'group-rights',
    promise: 'A member of a group changes no settings, an administrator does',
    done: 'a member gives every such command',
    run: changeAsMember,
  },
  {
    name: 'forged-buttons',
    promise: 'A stale or forged button changes and breaks nothing',
    done: 'mutated buttons are pressed',
    isShort: true,
    run: forgeButtons,
  },
  {
    name: 'flood',
    promise: 'A flood of commands delays nobody else by a second',
    done: 'one person sends without a pause',
    run: (setting) => flood(setting, { inGroup: false }),
  },
  {
    name: 'flood-in-group',
    promise: 'A member floods a group: others and administrators are answered within 3 s',
    done: '40 commands a second',
    run: (setting) => flood(setting, { inGroup: true }),
  },
  {
    name: 'hostile-text',
    promise: 'Hostile text crashes nothing; Telegram can parse every answer',
    done: 'generated texts are sent, alone and behind commands',
    run: sayHostileThings,
  },
  {
    name: 'hostile-pages',
    promise: 'A hostile page is ended at its deadline off the event loop; everything else is unharmed',
    done: '39,000 levels, and 2 MiB once unpacked',
    run: collectHostilePages,
  },
]

export const UNTRIED: readonly Untried[] = [
  {
    promise: "The clock of Redis' own machine steps",
    why: 'one machine has one clock; `test/integration/queue/limiter.test.ts` tries the scripts that meet it.',
  },
]
