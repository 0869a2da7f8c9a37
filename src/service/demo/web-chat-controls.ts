import type { Controls } from 'telegram-sandbox'
import { z } from 'zod'
import type { SimulationControls } from '../sources/simulated.ts'

const STEPS_PERCENT = [-3, -1, 1, 3]
const MOVE_PERCENT_MAX = 50
const MOVE = z.object({ percent: z.number().min(-MOVE_PERCENT_MAX).max(MOVE_PERCENT_MAX) })

/** What a person in the web chat can do to simulated prices; the simulation is read at each press, as it starts later. */
export const createWebChatControls = (simulation: () => SimulationControls | undefined): Controls => ({
  title: 'Mover el dólar simulado',
  note: 'Los precios son simulados: el BCV cambia cada tarde hábil, los demás cada pocos segundos.',
  rows: [
    {
      name: 'price',
      run: async (body) => simulation()?.move(MOVE.parse(body).percent),
      buttons: STEPS_PERCENT.map((percent) => {
        const label = `${percent > 0 ? '+' : '−'}${Math.abs(percent)}\u00a0%`
        return { label, body: { percent }, done: `El dólar se mueve ${label}.` }
      }),
    },
    {
      name: 'publish',
      run: async () => simulation()?.publishOfficial(),
      buttons: [{ label: 'Publicar el BCV', body: {}, done: 'El BCV publica su tasa.' }],
    },
  ],
})
