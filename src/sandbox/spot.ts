import { z } from 'zod'
import type { Person } from './cast.ts'
import { PeopleError } from './people/people-error.ts'
import type { Room, World } from './world.ts'

/** How a request names a person and a chat. */
export const PLACE = z.object({ user: z.coerce.number().int(), chat: z.coerce.number().int() })

/** A person and a chat in which that person is. */
export interface Spot {
  readonly person: Person
  readonly room: Room
}

/** Finds both, or throws a PeopleError 404. */
export function findSpot(world: World, { user, chat }: z.output<typeof PLACE>): Spot {
  const person = world.people.get(user)
  const room = world.rooms.get(chat)
  if (!person) throw new PeopleError(404, 'No existe esa persona.')
  if (!room?.statuses.has(person.id) || room.movedTo !== undefined)
    throw new PeopleError(404, 'No existe ese chat.')
  return { person, room }
}
