import about from '../../package.json' with { type: 'json' }

/** How we name ourselves to the pages we read. */
export const USER_AGENT = `${about.name}/${about.version}`
