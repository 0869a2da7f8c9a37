import { createDueQueue, type DueQueue } from '../../queue/due-queue.ts'
import type { Redis } from '../../runtime/redis.ts'

/** Webhooks that have deliveries waiting; a member is the id of a webhook. `publish.lua` makes them due. */
export const createWebhookQueue = (redis: Redis): DueQueue =>
  createDueQueue({ redis, name: 'webhooks', tags: ['service'] })
