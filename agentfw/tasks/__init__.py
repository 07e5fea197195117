"""What a leader has its bots do: tasks, tasks made of tasks, and the desk that runs them.

Consumes orders, and the answers of units (bots, by name) through `Hands`; produces which order is under
way with which unit, and what became of everything. Pure: time is an argument, nothing waits.

Hands pass an order on, call it off, and know what the unit answered:

>>> from agentfw.decisions import Answer, Order, OrderState
>>> class Radio:
...     answers = {}
...     def give(self, unit, order):
...         print(unit, "shall", order)
...         return order
...     def stop(self, unit, order):
...         print(unit, "shall no longer", order)
...     def progress(self, order):
...         return self.answers.get(order.task)
>>> radio = Radio()

A task that is bound to a unit has one of its slots, and what is in a higher one halts a lower one:

>>> from agentfw.tasks import Desk, Slot, Together, UnitTask
>>> desk = Desk()
>>> def owner(task, ending):
...     print(f"{ending.name}: {ending.status.value} {ending.reason}")
>>> desk.run(UnitTask(radio, "Ada", Order("guard", ("A",))), owner, "Ada", Slot.MEDIUM, now=0.0)
Acceptance(is_accepted=True, why='')
>>> desk.step(0.0)
Ada shall guard A
1
>>> bool(desk.run(UnitTask(radio, "Ada", Order("hide")), owner, "Ada", Slot.HIGH, now=1.0))
Ada shall no longer guard A
True
>>> desk.run(UnitTask(radio, "Ada", Order("rest")), owner, "Ada", Slot.HIGH, now=1.0).why
'HIGH of "Ada" is taken by "hide"'
>>> desk.step(1.0)
Ada shall hide
1

When the higher one ends, the lower one is taken up again:

>>> radio.answers["hide"] = Answer(0, OrderState.FAILED, "nowhere to hide", has_acted=True)
>>> desk.step(2.0), desk.step(3.0)
hide: failed uncleanly nowhere to hide
Ada shall guard A
(1, 1)

A task of a group has all of its units or none, and each of them may do something more pressing first:

>>> attack = Together(
...     "pincer", *(UnitTask(radio, unit, Order("attack", (side,))) for unit, side in
...     (("Ada", "left"), ("Bob", "right"))))
>>> bool(desk.run_group(attack, owner, ("Ada", "Bob"), now=4.0)), desk.free(["Ada", "Bob", "Cleo"])
(True, ['Cleo'])
>>> desk.step(4.0)
Bob shall attack right
2
>>> picture = desk.picture()
>>> picture["Ada"].medium.name, picture["Ada"].group.name, picture["Ada"].group.held
('guard A', 'pincer', ('Ada',))

>>> desk.lose("Bob", "its bot was given up", now=5.0)
Bob shall no longer attack right
>>> desk.step(5.0)
pincer: failed cleanly attack right: its bot was given up
2
"""

from agentfw.tasks.composite import AnyOf, Composite, IfOneFails, Sequence, Together
from agentfw.tasks.desk import Acceptance, Desk
from agentfw.tasks.orders import Hands, UnitTask
from agentfw.tasks.pictures import DeskPicture, TaskPicture, UnitPicture
from agentfw.tasks.record import Counts, Ending, Fault
from agentfw.tasks.rendezvous import Rendezvous
from agentfw.tasks.slots import Slot
from agentfw.tasks.task import Status, Task
from agentfw.tasks.telling import Owner
from agentfw.tasks.watching import Until, Within, have

__all__ = [
    "Acceptance",
    "AnyOf",
    "Composite",
    "Counts",
    "Desk",
    "DeskPicture",
    "Ending",
    "Fault",
    "Hands",
    "IfOneFails",
    "Owner",
    "Rendezvous",
    "Sequence",
    "Slot",
    "Status",
    "Task",
    "TaskPicture",
    "Together",
    "UnitPicture",
    "UnitTask",
    "Until",
    "Within",
    "have",
]
