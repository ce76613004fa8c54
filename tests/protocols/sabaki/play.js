// Plays a game of a GTP engine with itself, as Sabaki does, and prints what was answered as JSON.
// Arguments: the board's size, the engine's program and its arguments.
import gtp from "@sabaki/gtp"

const [size, program, ...words] = process.argv.slice(2)
const controller = new gtp.Controller(program, words)
const answers = []

async function send(name, ...args) {
  const response = await controller.sendCommand({id: answers.length + 1, name, args})
  answers.push({name, args, ...response})
  return response.content
}

controller.start()
for (const name of ["protocol_version", "name", "version", "list_commands"]) await send(name)
await send("boardsize", size)
await send("clear_board")
await send("play", "W", "A1")
for (let passes = 0, black = true; passes < 2; black = !black) {
  const vertex = await send("genmove", black ? "B" : "W")
  passes = vertex === "PASS" ? passes + 1 : 0
}
await send("final_score")
await controller.stop()
console.log(JSON.stringify(answers))
