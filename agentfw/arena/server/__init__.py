"""The GameBots server of the arena: clients on one side, the world on the other."""
