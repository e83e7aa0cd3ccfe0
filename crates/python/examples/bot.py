"""A bot for `powerboats arena --bot "python bot.py"`: looks one turn ahead, and asks the solver what comes after."""

import powerboats as pb


def after(race, action):
    race = race.copy()
    race.push(action)
    return race


def turns_to_go(race, me):
    """The turns that this player's boat still needs, if it plays well from here on."""
    boat = race.boat(me)
    if boat.status == "finished":
        return 0
    if race.phase == "roll":  # the mean over all rolls
        return sum(chance * turns_to_go(after(race, roll), me) for roll, chance in race.rolls())
    if race.phase == "steer":  # the best direction
        return min(turns_to_go(after(race, action), me) for action in race.legal_actions())
    if boat.status == "sunk":
        return 100
    value = race.course.solve().value
    return value(boat.at + boat.heading, hand=boat.hand, leg=boat.leg, damage=boat.damage, owes=boat.owes)


def decide(race):
    return min(race.legal_actions(), key=lambda action: turns_to_go(after(race, action), race.turn))


if __name__ == "__main__":
    pb.bot.run(decide)
